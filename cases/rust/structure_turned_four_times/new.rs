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
    let q = p.turn().turn();
    q.x == p.x.wrapping_neg() && q.y == p.y.wrapping_neg()
}
