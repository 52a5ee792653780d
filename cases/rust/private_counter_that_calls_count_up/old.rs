pub struct Tries {
    left: u8,
}

impl Tries {
    pub fn new() -> Tries {
        Tries { left: 3 }
    }

    pub fn one(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        true
    }
}
