pub fn sum(n: u32) -> u32 {
    let mut total = 0;
    for i in 0..n {
        total += i * i;
    }
    total
}

pub fn client(n: u32) -> u32 {
    if n < 8 { sum(n) } else { 0 }
}
