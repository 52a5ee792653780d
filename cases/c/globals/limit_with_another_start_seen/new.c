int limit = 20;

int f(int x) { return x < limit ? x : limit; }
