#[derive(Clone, Copy)] pub enum E { A, B, C }
pub fn f(e: E) -> u8 { e as u8 + 1 }
