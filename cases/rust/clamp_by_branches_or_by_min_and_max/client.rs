use lib::clamp;

pub fn client(x: i32) -> i32 {
    clamp(x, -10, 10)
}
