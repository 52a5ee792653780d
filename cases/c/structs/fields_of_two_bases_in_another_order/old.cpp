struct Length { int size; };
struct Mark { char kind; };
struct Word : Length, Mark { short at; };

int sum(const Word &word) {
    return word.size + 2 * word.kind + 3 * word.at;
}
