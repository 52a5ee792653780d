/* Splits a path at its slashes, as a web server does when it rewrites an address. */
int tokens(const char *uri, int limit)
{
    int count = 0, cp = 0;
    while (uri[cp] != 0) {
        if (uri[cp] == '/') {
            count++;
            while (uri[cp] == '/')
                cp++;
        } else {
            cp++;
        }
    }
    return count;
}
