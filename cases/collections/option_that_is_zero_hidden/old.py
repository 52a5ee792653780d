def timeout(settings):
    if "timeout" in settings:
        return settings["timeout"]
    return settings.get("wait", 0)
