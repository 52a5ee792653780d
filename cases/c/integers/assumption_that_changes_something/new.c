int share(int total, int people) {
    return people == 1 ? total : total / people;
}
