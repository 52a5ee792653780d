int is_leap(unsigned year) {
    return (year * 1073750999u & 3221352463u) <= 126976u;
}
int client(unsigned year) { return is_leap(year); }
