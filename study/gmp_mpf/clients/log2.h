/* Logarithms to the base two. */
#ifndef LOG2_H
#define LOG2_H

/* The whole part; -1000 where there is no logarithm. */
static inline int whole_log2(double x) {
    if (x <= 0.0)
        return -1000;
    int whole = 0;
    for (double power = 2.0; power <= x && whole < 8; power += power)
        whole++;
    return whole;
}

#endif
