unsigned parse(unsigned flags) {
    unsigned mode = 0;
    if (flags & 1u) mode |= 8u;
    if (flags & 2u) mode |= 1024u;
    if (flags & 4u) mode |= 131072u;
    if (flags & 8u) mode |= 64u;
    if (flags & 16u) mode |= 8192u;
    if (flags & 32u) mode |= 4u;
    if (flags & 64u) mode |= 512u;
    if (flags & 128u) mode |= 65536u;
    if (flags & 256u) mode |= 32u;
    if (flags & 512u) mode |= 4096u;
    if (flags & 1024u) mode |= 2u;
    if (flags & 2048u) mode |= 256u;
    if (flags & 4096u) mode |= 32768u;
    if (flags & 8192u) mode |= 16u;
    if (flags & 16384u) mode |= 2048u;
    if (flags & 32768u) mode |= 1u;
    if (flags & 65536u) mode |= 128u;
    if (flags & 131072u) mode |= 16384u;
    return mode;
}
