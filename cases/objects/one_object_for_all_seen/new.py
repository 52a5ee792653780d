class Settings:
    def __new__(cls):
        settings = super().__new__(cls)
        settings.retries = 3
        return settings
