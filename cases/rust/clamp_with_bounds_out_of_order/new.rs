pub fn clamp(x: i32, low: i32, high: i32) -> i32 {
    x.max(low).min(high)
}
