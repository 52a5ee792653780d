long same(long a) { return a; }
