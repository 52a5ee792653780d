#[derive(Debug)]
pub struct Range {
    low: i32,
    high: i32,
}

pub fn client(x: i32) -> Range {
    Range { low: x, high: 7 }
}
