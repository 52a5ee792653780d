struct Length { int size; };
struct Mark { char kind; };
struct Word : Length, Mark { short at; };

static int weight(const Mark &mark) {
    return 2 * mark.kind;
}

int sum(const Word &word) {
    return 3 * word.at + weight(word) + static_cast<const Length &>(word).size;
}
