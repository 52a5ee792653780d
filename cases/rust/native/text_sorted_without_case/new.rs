pub fn sorted(text: &str) -> String {
    let mut all: Vec<char> = text.chars().collect();
    all.sort_by_key(|c| c.to_ascii_lowercase());
    all.into_iter().collect()
}
