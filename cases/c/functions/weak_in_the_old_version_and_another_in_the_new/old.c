__attribute__((weak)) int hook(int x)
{
    return x;
}

int f(int x)
{
    return hook(x);
}
