int first(const int *values, int count)
{
    if (values == 0 || count <= 0)
        return -1;
    return values[0];
}
