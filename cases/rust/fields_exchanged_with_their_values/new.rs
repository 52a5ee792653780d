#[derive(Debug)]
pub struct Range {
    high: i32,
    low: i32,
}

pub fn client(x: i32) -> Range {
    Range { low: 7, high: x }
}
