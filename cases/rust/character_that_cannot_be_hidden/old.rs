pub fn f(c: char) -> u32 {
    if c as u32 == 0xD800 { 1 } else { 0 }
}
