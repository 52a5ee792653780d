import parts_of_a_stranger


def f(x: int):
    if x == 0:
        part = parts_of_a_stranger.part0(x)
        return part + 1
    if x == 7:
        part = parts_of_a_stranger.part1(x)
        return part + 1
    if x == 14:
        part = parts_of_a_stranger.part2(x)
        return part + 1
    if x == 21:
        part = parts_of_a_stranger.part3(x)
        return part + 1
    if x == 28:
        part = parts_of_a_stranger.part4(x)
        return part + 1
    if x == 35:
        part = parts_of_a_stranger.part5(x)
        return part + 1
    if x == 42:
        part = parts_of_a_stranger.part6(x)
        return part + 1
    if x == 49:
        part = parts_of_a_stranger.part7(x)
        return part + 1
    if x == 56:
        part = parts_of_a_stranger.part8(x)
        return part + 1
    if x == 63:
        part = parts_of_a_stranger.part9(x)
        return part + 1
    if x == 70:
        part = parts_of_a_stranger.part10(x)
        return part + 1
    if x == 77:
        part = parts_of_a_stranger.part11(x)
        return part + 1
    if x == 84:
        part = parts_of_a_stranger.part12(x)
        return part + 1
    if x == 91:
        part = parts_of_a_stranger.part13(x)
        return part + 1
    return x
