#include <stdbool.h>

bool is_full(int level);
int capacity(void);
