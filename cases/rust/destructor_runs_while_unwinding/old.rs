pub struct Guard<'a>(&'a mut i32);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        *self.0 = 1;
    }
}


pub fn client(a: &mut i32, x: i32) -> i32 {
    let _guard = Guard(a);
    100 / x
}
