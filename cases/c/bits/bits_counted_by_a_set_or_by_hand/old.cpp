#include <bitset>

int f(unsigned x) {
    return (int)std::bitset<8>(x & 255).count();
}
