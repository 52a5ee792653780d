pub enum Kind {
    Large,
    Small,
}

static SMALL: Kind = Kind::Small;
static LARGE: Kind = Kind::Large;

pub fn client(x: i32) -> &'static Kind {
    if x > 3 { &LARGE } else { &SMALL }
}
