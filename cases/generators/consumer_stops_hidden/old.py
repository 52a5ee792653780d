class Reading:
    def __init__(self, value):
        self.value = value

    def __radd__(self, total):
        if self.value < 0:
            raise StopIteration
        return total + self.value


def total(values):
    return sum(Reading(value) for value in values)
