long same(long a) { return a / 10 * 10 + a % 10; }
