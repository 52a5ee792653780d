static int h(void){return 2;}
int f(void){return h();}
int g(void);
int c(void){return f() + g();}
