int hook(int x)
{
    return x + 1;
}

int f(int x)
{
    return hook(x);
}
