enum light { RED, GREEN, YELLOW };

enum light next(enum light now) {
    switch (now) {
    case RED: return GREEN;
    case GREEN: return RED;
    case YELLOW: return RED;
    }
    return RED;
}
