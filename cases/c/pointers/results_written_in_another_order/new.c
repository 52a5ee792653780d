void bounds(int x, int *low, int *high)
{
    int above = x + 1;
    if (low != high)
        *high = above;
    *low = x - 1;
    if (low == high)
        *high = above;
}
