pub fn fnv(data: &[u8]) -> u32 {
    let mut h: u32 = 0x811c9dc5;
    let mut i = 0;
    while i < data.len() {
        h = (h ^ data[i] as u32).wrapping_mul(16777619);
        i += 1;
    }
    h
}
