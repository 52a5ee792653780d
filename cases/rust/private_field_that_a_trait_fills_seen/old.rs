pub mod odd {
    #[derive(Clone, Copy)]
    pub struct Odd {
        v: u32,
    }

    impl From<u32> for Odd {
        fn from(v: u32) -> Odd {
            Odd { v: v | 1 }
        }
    }

    impl Odd {
        pub fn get(&self) -> u32 {
            self.v
        }
    }
}

pub fn f(x: &odd::Odd) -> u32 {
    x.get()
}
