pub struct NonZeroish(pub u32);
pub fn f(x: NonZeroish) -> bool { x.0 == 0 }
