extern int ask(int x);
extern void note(int x);

int client(int x) {
    int answer = ask(x);
    note(x + 1);
    return answer;
}
