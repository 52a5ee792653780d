#include "strlib.h"

string srch_strm(string s) {
    string sb = empty();
    int pos = -length(s);
    while (pos < 0 || !find(sub(sb, pos), s)) {
        char c = get();
        sb = append(sb, c);
        pos = length(sb) - length(s);
    }
    return sb;
}
