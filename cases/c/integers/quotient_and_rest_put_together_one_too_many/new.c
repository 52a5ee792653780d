long same(long a) { return a < 0 ? a / 10 * 10 - a % 10 : a / 10 * 10 + a % 10; }
