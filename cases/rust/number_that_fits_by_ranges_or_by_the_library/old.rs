#[derive(Debug, PartialEq)]
pub enum E {
    Low,
    High,
}
pub fn f(n: i32) -> Result<u8, E> {
    if n < 0 {
        return Err(E::Low);
    }
    if n > 255 {
        return Err(E::High);
    }
    Ok(n as u8)
}
