use std::sync::OnceLock;

static FIRST: OnceLock<u32> = OnceLock::new();

pub fn first(x: u32) -> u32 {
    *FIRST.get_or_init(|| x)
}
