#include "notes.h"

int f(int n) {
    note(n); return n;
}
