#[derive(Debug, PartialEq)]
pub enum Fault {
    Zero,
    Large,
}

pub fn divide(a: u32, b: u32) -> Result<u32, Fault> {
    let q = a.checked_div(b).ok_or(Fault::Zero)?;
    if q <= 100 { Ok(q) } else { Err(Fault::Large) }
}

pub fn client(a: u32, b: u32) -> u32 {
    match divide(a, b) {
        Ok(q) => q,
        Err(Fault::Zero) => 1000,
        Err(Fault::Large) => 2000,
    }
}
