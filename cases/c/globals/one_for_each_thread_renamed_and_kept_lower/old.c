static _Thread_local int last;
int f(int x) {
    int before = last;
    last = x;
    return before;
}
