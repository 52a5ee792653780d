pub fn f(mut n: u32) -> u32 {
    n |= 1;
    (32 - n.leading_zeros() + 7) / 7
}
