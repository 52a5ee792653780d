int first(const int *a, unsigned n)
{
    const int *end = a + 1;
    for (const int *p = a; p < end; p++)
        return *p;
    return n ? 0 : -1;
}
