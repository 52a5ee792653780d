#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    pub fn turn(self) -> Point {
        Point { x: self.y.wrapping_neg(), y: self.x }
    }
}

pub fn client(p: Point) -> bool {
    p.turn().turn().turn().turn() == p
}
