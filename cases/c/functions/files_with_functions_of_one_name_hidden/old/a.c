static int h(void){return 1;}
int f(void){return h();}
