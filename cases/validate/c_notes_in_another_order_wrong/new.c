#include "notes.h"

int f(int n, int m) {
    note(m); note(n); return noted();
}
