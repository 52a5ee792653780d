volatile int v;
void f(void){v=2;}
