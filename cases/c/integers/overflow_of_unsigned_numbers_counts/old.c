int f(unsigned x){return x+1>x;}
