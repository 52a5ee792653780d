/* Clocks of a sound card. */
#include "gcd.h"

#define EINVAL 22

/* The divider between the card's clock and one of the rates it can play. */
int sound_divider(int rate_index) {
    unsigned int rate;
    switch (rate_index) {
    case 0:
        rate = 8000;
        break;
    case 1:
        rate = 11025;
        break;
    case 2:
        rate = 44100;
        break;
    case 3:
        rate = 48000;
        break;
    default:
        return -EINVAL;
    }
    return (int)(rate / gcd(rate, 48000));
}

/* A ratio of rates in lowest terms, packed into one word. */
unsigned int sound_ratio(unsigned int from, unsigned int to) {
    unsigned int common = gcd(from, to);
    if (common == 0)
        return 0;
    return (from / common) << 16 | (to / common);
}

/* How many periods fit a buffer evenly. */
unsigned int sound_periods(unsigned int buffer, unsigned int period) {
    if (buffer < period)
        return 0;
    unsigned int step = gcd(buffer, period);
    return step ? buffer / step : 0;
}
