static TABLE: [i32; 2] = [5, 5];

pub fn client(x: i32) -> &'static i32 {
    if x > 0 { &TABLE[0] } else { &TABLE[1] }
}
