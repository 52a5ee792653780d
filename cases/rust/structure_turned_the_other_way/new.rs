#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    pub fn turn(self) -> Point {
        Point { x: self.y, y: self.x.wrapping_neg() }
    }
}

pub fn client(p: Point) -> Point {
    p.turn()
}
