pub fn half(x: u32) -> Option<u32> {
    if x % 2 == 0 { Some(x / 2) } else { None }
}

pub fn client(x: u32) -> u32 {
    half(x).unwrap_or(0)
}
