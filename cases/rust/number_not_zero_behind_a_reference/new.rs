pub fn f(x: &std::num::NonZeroU32) -> u32 { 1 }
