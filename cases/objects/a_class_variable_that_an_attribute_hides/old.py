class Config:
    limit = 10
    strict = False

    def allows(self, n):
        return n <= self.limit or not self.strict
