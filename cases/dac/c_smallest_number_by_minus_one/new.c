int ratio(int a, int b, int shift)
{
    if (b == 0 || shift < 0 || shift > 31)
        return 0;
    return (a / b) >> shift;
}
