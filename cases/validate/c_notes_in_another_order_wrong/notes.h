#ifndef NOTES_H
#define NOTES_H
void note(int n);
int noted(void);
#endif
