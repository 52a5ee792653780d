int classify(char c) {
    if (c >= '0' && c <= '9') return 1;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c < 'Z') || c == '_') return 2;
    if (c == ' ' || c == '\t' || c == '\n') return 3;
    return 0;
}
int client(char c) { return classify(c); }
