struct flags {
    unsigned on : 1;
    unsigned mode : 2;
    const char *name;
};

void clear(struct flags *p)
{
    struct flags none = {0};
    *p = none;
}

void set_mode(struct flags *p)
{
    struct flags none = {0};
    *p = none;
    p->mode = 3;
}
