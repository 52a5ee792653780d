pub fn sorted(text: &str) -> String {
    let mut all: Vec<char> = text.chars().rev().collect();
    all.sort_unstable();
    all.iter().collect()
}
