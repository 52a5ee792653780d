#include <stdbool.h>

typedef const struct text *string;

string empty(void);
bool find(string sb, string s);
char get(void);
string append(string sb, char c);
string sub(string sb, int pos);
int length(string s);
