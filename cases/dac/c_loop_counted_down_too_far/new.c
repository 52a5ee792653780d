void clear(int *values, int n)
{
    int left, at = 0;
    for (left = n; left >= 0; left--) {
        values[at] = 0;
        at++;
    }
}
