struct Range {
    int low, high;
    int clamp(int n) const;
};

int Range::clamp(int n) const {
    if (n < low)
        return low;
    return n > high ? high : n;
}
