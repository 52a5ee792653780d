#include <stdio.h>
#include <wchar.h>

void f(void) { printf("%ls\n", L"ac"); }
