pub fn f(n: u8) -> u32 {
    let n = (n & 3) as u32;
    if n == 0 { 0 } else { n * (n - 1) / 2 }
}
