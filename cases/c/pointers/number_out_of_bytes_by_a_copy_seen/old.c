struct input {
    const unsigned char *at;
};

unsigned f(struct input *in) {
    unsigned number = in->at[0] << 8 | in->at[1];
    return number;
}
