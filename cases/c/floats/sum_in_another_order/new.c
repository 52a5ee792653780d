double total(double a, double b, double c) { return a + (b + c); }
double client(double a, double b, double c) { return total(a, b, c); }
