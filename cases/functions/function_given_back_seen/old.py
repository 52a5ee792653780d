def adder(n: int):
    def add(x):
        return x + n
    return add
