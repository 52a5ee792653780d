pub fn sorted(text: &str) -> String {
    let mut all: Vec<char> = text.chars().collect();
    all.sort();
    all.into_iter().collect()
}
