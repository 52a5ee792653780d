#[derive(Debug, PartialEq)]
pub enum Fault {
    Zero,
    Large,
}

pub fn divide(a: u32, b: u32) -> Result<u32, Fault> {
    if b == 0 {
        return Err(Fault::Zero);
    }
    if a / b > 100 {
        return Err(Fault::Large);
    }
    Ok(a / b)
}

pub fn client(a: u32, b: u32) -> u32 {
    match divide(a, b) {
        Ok(q) => q,
        Err(Fault::Zero) => 1000,
        Err(Fault::Large) => 2000,
    }
}
