static mut KEPT: u32 = 0;
pub fn f(x: u32) -> u32 {
    unsafe { KEPT = x; KEPT }
}
pub fn kept() -> u32 {
    unsafe { KEPT }
}
