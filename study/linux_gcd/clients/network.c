/* Rates of links. */
#include "gcd.h"

/* How often two timers meet within an hour. */
unsigned int network_meetings(unsigned int first, unsigned int second) {
    unsigned int common = gcd(first, second);
    if (first == 0 || second == 0)
        return 0;
    unsigned int period = first / common * second;
    return period == 0 ? 0 : 3600 / period;
}

/* Weights of queues in lowest terms; the first queue's. */
unsigned int network_weight(unsigned int first, unsigned int second, unsigned int limit) {
    unsigned int common = gcd(first, second);
    unsigned int weight = common == 0 ? first : first / common;
    return weight > limit ? limit : weight;
}
