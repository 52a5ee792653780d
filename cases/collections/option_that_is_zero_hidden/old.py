def timeout(settings):
    if "timeout" in settings:
        return settings["timeout"]
    return 30
