pub enum Step {
    Add(i32),
    Negate,
    Set { value: i32, always: bool },
}

pub fn run(step: &Step, x: i32) -> i32 {
    match step {
        Step::Add(n) => x.wrapping_add(*n),
        Step::Negate => x.wrapping_neg(),
        Step::Set { value, always } => if *always { *value } else { x },
    }
}
