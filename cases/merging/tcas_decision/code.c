/* Decision logic in the manner of TCAS: which advisory, from a dozen conditions. */
int advisory(int own_below, int own_above, int separation, int up, int down, int limit, int confidence) {
    int need_up = 0, need_down = 0, result = 0;
    int enabled = confidence > 0 && separation < 600;
    if (enabled && (own_below || own_above)) {
        int inhibit = up > limit;
        if (own_below) {
            need_up = !inhibit && down < limit;
        } else {
            need_up = up >= limit && separation >= 300;
        }
        if (own_above) {
            need_down = !(inhibit || up < limit);
        } else {
            need_down = down >= limit;
        }
        if (need_up && need_down)
            result = 0;
        else if (need_up)
            result = 1;
        else if (need_down)
            result = 2;
    }
    return result;
}
