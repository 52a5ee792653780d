extern "C" int e(int);
extern "C" int f(int x){int r;try{r=e(x);}catch(...){r=-1;}return r;}
