extern "C" int e(int);
extern "C" int f(int x){try{return e(x);}catch(...){return -1;}}
