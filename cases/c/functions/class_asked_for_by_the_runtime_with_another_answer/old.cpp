struct Base { virtual ~Base() {} };
struct Number : Base { int value; Number(int value) : value(value) {} };
struct Nothing : Base {};
static int value_of(Base *base) {
    if (Number *number = dynamic_cast<Number *>(base)) return number->value;
    return -1;
}
int f(int x) {
    Number number(x);
    Nothing nothing;
    return x > 0 ? value_of(&number) : value_of(&nothing);
}
