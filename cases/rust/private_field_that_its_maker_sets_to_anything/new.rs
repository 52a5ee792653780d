pub struct Money {
    cents: i64,
}

impl Money {
    pub fn new(cents: i64) -> Money {
        Money { cents }
    }

    pub fn half(&self) -> i64 {
        self.cents >> 1
    }
}
