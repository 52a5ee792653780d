pub fn f(head: usize, n: usize) -> usize {
    (head + n) % 16
}
