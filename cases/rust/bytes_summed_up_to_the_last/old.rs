pub fn total(last: u8) -> u32 {
    let mut sum = 0;
    for x in 0..=(last & 7) {
        sum += u32::from(x);
    }
    sum
}
