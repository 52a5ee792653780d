unsigned parse(unsigned flags) {
    unsigned mode = 0;
    if ((flags >> 17) & 1u) mode |= 1u << 14;
    if ((flags >> 16) & 1u) mode |= 1u << 7;
    if ((flags >> 15) & 1u) mode |= 1u << 0;
    if ((flags >> 14) & 1u) mode |= 1u << 11;
    if ((flags >> 13) & 1u) mode |= 1u << 4;
    if ((flags >> 12) & 1u) mode |= 1u << 15;
    if ((flags >> 11) & 1u) mode |= 1u << 8;
    if ((flags >> 10) & 1u) mode |= 1u << 1;
    if ((flags >> 9) & 1u) mode |= 1u << 12;
    if ((flags >> 8) & 1u) mode |= 1u << 5;
    if ((flags >> 7) & 1u) mode |= 1u << 16;
    if ((flags >> 6) & 1u) mode |= 1u << 9;
    if ((flags >> 5) & 1u) mode |= 1u << 2;
    if ((flags >> 4) & 1u) mode |= 1u << 13;
    if ((flags >> 3) & 1u) mode |= 1u << 6;
    if ((flags >> 2) & 1u) mode |= 1u << 17;
    if ((flags >> 1) & 1u) mode |= 1u << 10;
    if ((flags >> 0) & 1u) mode |= 1u << 3;
    return mode;
}
