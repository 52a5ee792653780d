int first(const int *a, unsigned n)
{
    const int *end = a + (n > 0);
    for (const int *p = a; p < end; p++)
        return *p;
    return -1;
}
