pub fn half(x: u32) -> Option<u32> {
    (x & 1 == 0).then(|| x >> 1)
}

pub fn client(x: u32) -> u32 {
    match half(x) {
        Some(y) => 1 + y,
        None => 0,
    }
}
