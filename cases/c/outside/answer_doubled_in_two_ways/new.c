extern int ask(int x);

int client(int x) {
    int answer = ask(x);
    return answer + answer;
}
