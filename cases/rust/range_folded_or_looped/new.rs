pub fn sum(n: u32) -> u32 {
    (0..n).map(|i| i * i).sum()
}

pub fn client(n: u32) -> u32 {
    if n < 8 { sum(n) } else { 0 }
}
