pub fn f(x: f32) -> u8 { x as u8 }
