/* Builds an address, as a mailer does: quotes are counted, a character is written. */
int crackaddr(const char *line, int n, char *out, int size)
{
    int d = 0, quotes = 0, i;
    for (i = 0; i < n; i++) {
        if (line[i] == '<')
            quotes++;
        if (line[i] == '>')
            quotes--;
        out[d] = line[i];
        d++;
    }
    out[d] = 0;
    return quotes;
}
