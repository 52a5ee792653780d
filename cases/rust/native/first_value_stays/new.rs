pub fn first(x: u32) -> u32 {
    x
}
