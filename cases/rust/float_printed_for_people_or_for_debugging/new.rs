pub fn client(x: f64) {
    println!("{:?}", x)
}
