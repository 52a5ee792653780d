#include "strlib.h"

string srch_strm(string s) {
    string sb = empty();
    while (!find(sb, s)) {
        char c = get();
        sb = append(sb, c);
    }
    return sb;
}
