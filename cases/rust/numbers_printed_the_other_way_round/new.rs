pub fn client(x: i32, y: i32) -> i32 {
    println!("{} {}", y, x);
    x
}
