def duration(seconds):
    hours = seconds // 3600
    minutes = seconds % 3600 // 60
    return f"{hours:02d}:{minutes:02d}:{seconds % 60:02d}"
