pub fn f(x: &std::num::NonZeroU32) -> u32 { if x.get() == 0 { 7 } else { 1 } }
