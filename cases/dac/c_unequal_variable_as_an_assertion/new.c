static int used;

int take(int n)
{
    int before = used;
    if (n > 0)
        used = used + n + 1;
    return n > 0 ? n : 0;
}
