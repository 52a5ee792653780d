#[derive(Debug, PartialEq)]
pub enum E {
    Low,
    High,
}
pub fn f(n: i32) -> Result<u8, E> {
    u8::try_from(n).map_err(|_| if n < 0 { E::Low } else { E::High })
}
