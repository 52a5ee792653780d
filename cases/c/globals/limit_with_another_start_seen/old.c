int limit = 10;

int f(int x) { return x < limit ? x : limit; }
