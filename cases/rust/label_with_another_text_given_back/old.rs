pub struct Label {
    pub text: &'static str,
    pub size: u32,
}

pub fn label(x: u32) -> Label {
    if x > 3 { Label { text: "many", size: x } } else { Label { text: "few", size: x } }
}
