int compare(int a, int b) {
    return a < b ? -7 : a > b ? 3 : 0;
}
