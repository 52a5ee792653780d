struct account { long balance; int fees; double rate; long limit; };

struct account charge(struct account a, int amount) {
    if (a.balance - amount >= a.limit) a.balance -= amount;
    else a.fees += 1;
    return a;
}
struct account client(struct account a, int amount) { return charge(a, amount); }
