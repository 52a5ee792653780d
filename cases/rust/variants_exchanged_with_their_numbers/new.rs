#[derive(Debug)]
pub enum Kind {
    Large,
    Small,
    Other,
}

pub fn client(x: i32) -> Kind {
    if x > 3 { Kind::Large } else { Kind::Small }
}
