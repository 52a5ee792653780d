struct input {
    const unsigned char *at;
};

unsigned f(struct input *in) {
    unsigned number = in->at[0] | in->at[1] << 8;
    return number;
}
