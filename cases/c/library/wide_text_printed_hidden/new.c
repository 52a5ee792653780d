#include <stdio.h>
#include <wchar.h>

void f(void) {
    const wchar_t *word = L"ab";
    printf("%ls\n", word);
}
