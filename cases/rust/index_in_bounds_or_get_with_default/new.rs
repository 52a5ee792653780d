pub fn pick(i: usize) -> u8 {
    *[3, 1, 4, 1, 5].get(i).unwrap_or(&9)
}

pub fn client(i: usize) -> u8 {
    if i < 5 { pick(i) } else { 0 }
}
