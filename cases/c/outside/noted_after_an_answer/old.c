extern int ask(int x);
extern void note(int x);

int client(int x) {
    int answer = ask(x);
    note(x);
    return answer;
}
