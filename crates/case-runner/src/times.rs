//! Where the time of a case goes: `case-runner --times` runs one case after another and lists the parts.
//!
//! Processor time of this process and of its children that came to their end, as Linux counts it (in hundredths of
//! a second). Only while nothing else runs in the process does a part get what it took; elsewhere nothing is told.

/// What the parts of one case took.
#[derive(Debug)]
pub struct Times {
    parts: Vec<(String, f64)>,
    since: f64,
}

impl Default for Times {
    fn default() -> Self {
        Self { parts: Vec::new(), since: spent() }
    }
}

impl Times {
    /// What was done since the last part has that name.
    pub fn part(&mut self, name: &str) {
        let now = spent();
        self.parts.push((name.to_owned(), now - self.since));
        self.since = now;
    }

    /// `2.31 s  auto 1.20, lazy 0.90, rest 0.21`
    pub fn listed(mut self) -> String {
        self.part("rest");
        let sum: f64 = self.parts.iter().map(|(_, seconds)| seconds).sum();
        let parts: Vec<String> = self
            .parts
            .iter()
            .filter(|(_, seconds)| *seconds >= 0.01)
            .map(|(name, seconds)| format!("{name} {seconds:.2}"))
            .collect();
        format!("{sum:6.2} s  {}", parts.join(", "))
    }
}

/// Seconds of processor time so far; 0 where the system does not tell.
fn spent() -> f64 {
    const TICKS: f64 = 100.0;
    let line = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may hold anything.
    let after_name = line.rsplit(')').next().unwrap_or_default();
    let fields = after_name.split_whitespace().skip(11).take(4);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS
}
