static const int threshold[4] = {400, 500, 640, 740};
int own_tracked_alt;
int other_tracked_alt;
int alt_layer;

static int positive_ra_threshold(void) { return threshold[alt_layer]; }
static int own_below(void) { return own_tracked_alt < other_tracked_alt; }
static int own_above(void) { return other_tracked_alt < own_tracked_alt; }

int climb(int up_separation, int down_separation) {
    int upward = up_separation > down_separation;
    if (upward)
        return !own_below() || (own_below() && !(down_separation >= positive_ra_threshold()));
    return own_above() && up_separation >= positive_ra_threshold();
}

int client(int own, int other, int layer, int up, int down) {
    if (layer < 0 || layer > 3) return -1;
    own_tracked_alt = own;
    other_tracked_alt = other;
    alt_layer = layer;
    return climb(up, down);
}
