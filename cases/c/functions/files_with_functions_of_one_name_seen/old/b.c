static int h(void){return 2;}
int g(void){return h();}
int f(void);
int c(void){return f() * 10 + g();}
