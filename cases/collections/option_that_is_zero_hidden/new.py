def timeout(settings):
    return settings.get("timeout") or 30
