pub fn grow(v: &mut [u8]) {
    for x in v.iter_mut() {
        *x = x.wrapping_add(1);
    }
}
