struct flags {
    unsigned on : 1;
    unsigned mode : 2;
    const char *name;
};

void clear(struct flags *p)
{
    p->on = 0;
    p->mode = 0;
    p->name = 0;
}

void set_mode(struct flags *p)
{
    p->on = 0;
    p->mode = 1;
    p->name = 0;
}
