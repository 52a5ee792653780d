pub fn total(last: u8) -> u32 {
    let last = u32::from(last % 8);
    last * (last - last.min(1)) / 2
}
