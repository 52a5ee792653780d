static int used;

int take(int n)
{
    int before = used;
    if (n > 0)
        used = used + n;
    return used - before;
}
