static mut KEPT: u32 = 0;
pub fn f(x: u32) -> u32 {
    unsafe { KEPT = x ^ 1; KEPT ^ 1 }
}
pub fn kept() -> u32 {
    unsafe { KEPT }
}
