int first(const int *a, unsigned n)
{
    return n > 0 ? a[0] : -1;
}
