pub enum Step {
    Add(i32),
    Negate,
    Set { value: i32, always: bool },
}

pub fn run(step: &Step, x: i32) -> i32 {
    match *step {
        Step::Set { value, always: true } => value,
        Step::Set { .. } => x,
        Step::Add(n) => n.wrapping_add(x),
        Step::Negate => 0i32.wrapping_sub(x),
    }
}
