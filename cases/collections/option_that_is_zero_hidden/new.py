def timeout(settings):
    return settings.get("timeout") or settings.get("wait", 0)
