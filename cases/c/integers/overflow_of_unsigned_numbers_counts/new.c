int f(unsigned x){return 1;}
