pub fn pick(i: usize) -> u8 {
    let table = [3, 1, 4, 1, 5];
    table[i]
}

pub fn client(i: usize) -> u8 {
    pick(i)
}
