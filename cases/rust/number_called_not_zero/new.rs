pub struct NonZeroish(pub u32);
pub fn f(_x: NonZeroish) -> bool { false }
