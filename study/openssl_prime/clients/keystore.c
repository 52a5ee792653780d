/* Keys on disk were sieved when they were made. */
#include "bn.h"

/* Does the stored factor still look like one? The flag says that the owner wants it looked at. */
int keystore_factor_is_sound(unsigned int factor, int paranoid) {
    if (factor < 3)
        return 0;
    if (!paranoid)
        return 1;
    return BN_is_prime_fasttest(factor, 2, 0) > 0;
}
