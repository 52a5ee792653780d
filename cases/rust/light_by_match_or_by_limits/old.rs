#[derive(Clone, Copy, PartialEq)]
pub enum S {
    Red,
    Green,
    Amber,
}
pub fn f(s: S, t: u32) -> S {
    match s {
        S::Red => {
            if t > 30 {
                S::Green
            } else {
                S::Red
            }
        }
        S::Green => {
            if t > 25 {
                S::Amber
            } else {
                S::Green
            }
        }
        S::Amber => {
            if t > 5 {
                S::Red
            } else {
                S::Amber
            }
        }
    }
}
