G = [[0] * 2 for _ in range(2)]


def f(x: int):
    G[0][0] += 1
    return G[0][0]
