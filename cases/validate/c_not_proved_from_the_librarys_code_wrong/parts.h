int at_least_zero(int x);
int positive_part(int x);
int counted(void);
