struct account { long balance; int fees; double rate; long limit; };

struct account charge(struct account a, int amount) {
    struct account after = a;
    long left = a.balance - amount;
    if (left < a.limit) after.fees++;
    else after.balance = left;
    return after;
}
struct account client(struct account a, int amount) { return charge(a, amount); }
