static int is_yes(const char *s) { return s[0] == 'y' && s[1] == 'e' && s[2] == 's' && s[3] == 0; }
int client(const char *s) { return is_yes(s); }
