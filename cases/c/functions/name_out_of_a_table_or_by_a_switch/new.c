const char *name(unsigned colour) {
    switch (colour) {
    case 0: return "red";
    case 1: return "green";
    case 2: return "blue";
    }
    return "?";
}
