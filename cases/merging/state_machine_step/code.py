IDLE, OPEN, DATA, CLOSED = 0, 1, 2, 3


def step(state: int, event: int, count: int) -> int:
    if state == IDLE:
        if event == 1:
            state = OPEN
    elif state == OPEN:
        if event == 2:
            state = DATA
        elif event == 3:
            state = CLOSED
    elif state == DATA:
        if event == 3 or count > 10:
            state = CLOSED
    else:
        state = IDLE
    return state
