static const char *const names[] = {"red", "green", "blue"};

const char *name(unsigned colour) {
    return colour < 3 ? names[colour] : "?";
}
