void bounds(int x, int *low, int *high)
{
    *low = x - 1;
    *high = x + 1;
}
