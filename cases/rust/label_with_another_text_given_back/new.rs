pub struct Label {
    pub text: &'static str,
    pub size: u32,
}

pub fn label(size: u32) -> Label {
    let text = match size {
        0..=2 => "few",
        _ => "many",
    };
    Label { text, size }
}
