static int state;

void feed(int bit) {
    switch (state) {
    case 0: state = bit ? 1 : 0; break;
    case 1: state = bit ? 1 : 2; break;
    case 2: state = bit ? 3 : 0; break;
    case 3: state = 3; break;
    }
}

int found(void) {
    return state == 3;
}

int client(unsigned bits) {
    for (int i = 0; i < 6; i++) feed(bits >> i & 1);
    return found();
}
