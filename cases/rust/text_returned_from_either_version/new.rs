pub fn parity(x: i32) -> &'static str {
    if x & 1 == 0 { "even" } else { "odd" }
}

pub fn client(x: i32) -> &'static str {
    parity(x)
}
