pub fn client(x: i32, y: i32) -> i32 {
    println!("{} {}", x, y);
    x
}
