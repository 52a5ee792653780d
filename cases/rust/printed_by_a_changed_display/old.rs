use std::fmt;

pub struct Half(pub i32);

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0 / 2)
    }
}

pub fn client(x: i32) {
    println!("{}", Half(x))
}
