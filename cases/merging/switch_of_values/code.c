int days(int month, int leap) {
    int n;
    switch (month) {
    case 2:
        n = leap ? 29 : 28;
        break;
    case 4: case 6: case 9: case 11:
        n = 30;
        break;
    default:
        n = 31;
    }
    return n;
}
