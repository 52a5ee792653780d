int f(signed char a) {
    int rest = a % 7;
    return rest < 0 ? rest + 7 : rest;
}
