#[derive(Clone, Copy)] pub enum E { A, B, C }
pub fn f(e: E) -> u8 { match e { E::A => 1, E::B => 2, E::C => 3 } }
