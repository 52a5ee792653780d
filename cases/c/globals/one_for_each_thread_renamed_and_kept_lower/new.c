static _Thread_local int smallest;
int f(int x) {
    int before = smallest;
    if (x < before) smallest = x;
    return before;
}
