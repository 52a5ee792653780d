class Config:
    limit = 20
    strict = False

    def allows(self, n):
        return n <= self.limit or not self.strict
