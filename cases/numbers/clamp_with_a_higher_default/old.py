def clamp(value, low=0, high=100):
    """Keep value within [low, high]."""
    return max(low, min(value, high))
