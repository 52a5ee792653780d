import parts_of_a_stranger


def f(x: int):
    if x == 0:
        return parts_of_a_stranger.part0(x) + 1
    if x == 7:
        return parts_of_a_stranger.part1(x) + 1
    if x == 14:
        return parts_of_a_stranger.part2(x) + 1
    if x == 21:
        return parts_of_a_stranger.part3(x) + 1
    if x == 28:
        return parts_of_a_stranger.part4(x) + 1
    if x == 35:
        return parts_of_a_stranger.part5(x) + 1
    if x == 42:
        return parts_of_a_stranger.part6(x) + 1
    if x == 49:
        return parts_of_a_stranger.part7(x) + 1
    if x == 56:
        return parts_of_a_stranger.part8(x) + 1
    if x == 63:
        return parts_of_a_stranger.part9(x) + 1
    if x == 70:
        return parts_of_a_stranger.part10(x) + 1
    if x == 77:
        return parts_of_a_stranger.part11(x) + 1
    if x == 84:
        return parts_of_a_stranger.part12(x) + 1
    if x == 91:
        return parts_of_a_stranger.part13(x) + 1
    return x
