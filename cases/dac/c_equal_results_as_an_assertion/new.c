static int used;

int take(int n)
{
    int before = used;
    if (n > 0)
        used = used + n;
    return n > 0 ? n : 0;
}
