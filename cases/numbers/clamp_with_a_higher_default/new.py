def clamp(value, low=0, high=255):
    """Keep value within [low, high]."""
    if low > high:
        low, high = high, low
    return max(low, min(value, high))
