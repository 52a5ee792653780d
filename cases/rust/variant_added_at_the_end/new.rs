#[derive(Debug)]
pub enum Kind {
    Small,
    Large,
    Other,
}

pub fn client(x: i32) -> Kind {
    if x > 3 { Kind::Small } else { Kind::Large }
}
