#include "notes.h"

int f(int n, int m) {
    note(n); note(m); return noted();
}
