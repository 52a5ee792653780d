#[derive(Clone, Copy, PartialEq)]
pub enum S {
    Red,
    Green,
    Amber,
}
pub fn f(s: S, t: u32) -> S {
    let (limit, next) = match s {
        S::Red => (30, S::Green),
        S::Green => (25, S::Amber),
        S::Amber => (6, S::Red),
    };
    if t > limit {
        next
    } else {
        s
    }
}
