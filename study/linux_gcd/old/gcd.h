#ifndef GCD_H
#define GCD_H

unsigned int gcd(unsigned int a, unsigned int b);

#endif
