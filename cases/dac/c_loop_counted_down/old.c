void clear(int *values, int n)
{
    int i;
    for (i = 0; i < n; i++)
        values[i] = 0;
}
