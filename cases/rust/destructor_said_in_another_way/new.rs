pub struct Guard<'a>(&'a mut i32);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        *self.0 = 2 - 1;
    }
}


pub fn client(a: &mut i32, x: i32) -> i32 {
    let guard = Guard(a);
    if x == 0 {
        panic!("division by zero");
    }
    let result = 100 / x;
    drop(guard);
    result
}
