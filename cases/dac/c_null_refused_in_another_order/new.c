int first(const int *values, int count)
{
    if (count <= 0 || values == 0)
        return -1;
    return values[0];
}
