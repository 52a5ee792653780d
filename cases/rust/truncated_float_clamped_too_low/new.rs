pub fn f(x: f32) -> u8 { if x.is_nan() { 0 } else { x.clamp(0.0, 254.0) as u8 } }
