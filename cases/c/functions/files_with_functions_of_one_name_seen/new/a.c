static int h(void){return 1;}
int g(void){return h();}
