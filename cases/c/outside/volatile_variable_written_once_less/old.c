volatile int v;
void f(void){v=1;v=2;}
