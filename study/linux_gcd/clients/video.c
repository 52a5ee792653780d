/* Clocks and sizes of a display. */
#include "gcd.h"

/* A pixel clock as multiplier and divider of the reference; the reference is never zero. */
unsigned int video_multiplier(unsigned int clock) {
    const unsigned int reference = 27000;
    return clock / gcd(clock, reference);
}

/* Width to height in lowest terms; 0 if the display has neither. */
unsigned int video_aspect(unsigned int width, unsigned int height) {
    if (width == 0 && height == 0)
        return 0;
    unsigned int common = gcd(width, height);
    return width / common * 1000 + height / common;
}
