static mut LEVEL: u32 = 0;
fn set(n: u32) {
    unsafe { LEVEL = n; }
}
pub fn set_checked(n: u32) {
    if n < 10 { set(n) }
}
pub fn f(x: u32) -> u32 {
    x
}
