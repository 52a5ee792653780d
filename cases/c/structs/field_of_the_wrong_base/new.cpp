struct Length { int size; };
struct Mark { char kind; };
struct Word : Length, Mark { short at; };

static int weight(const Length &length) {
    return 2 * length.size;
}

int sum(const Word &word) {
    return 3 * word.at + weight(word) + word.size;
}
