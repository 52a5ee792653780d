enum light { RED, GREEN, YELLOW };

enum light next(enum light now) {
    switch (now) {
    case RED: return GREEN;
    case GREEN: return YELLOW;
    case YELLOW: return RED;
    }
    return RED;
}
