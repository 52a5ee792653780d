//! Annotations that GitHub shows beside the lines of a pull request.

use crate::finding::{Finding, Kind, Report};

pub fn write(report: &Report) -> String {
    report.findings.iter().flat_map(annotations).map(|line| line + "\n").collect()
}

fn annotations(finding: &Finding) -> Vec<String> {
    match finding.kind {
        Kind::Equivalent => {
            vec![command("notice", None, &format!("{} is not affected", finding.name()), "proved for every input")]
        }
        Kind::Different => {
            let place = finding.changes.first().and_then(|hunk| match (hunk.new.first(), hunk.old.first()) {
                (Some((line, _)), _) => Some((hunk.new_file.as_str(), *line)),
                (None, Some((line, _))) => Some((hunk.old_file.as_str(), *line)),
                (None, None) => None,
            });
            let message = finding.example.as_ref().map_or_else(String::new, crate::sarif::sentence);
            vec![command("error", place, &format!("{} is affected", finding.name()), &message)]
        }
        Kind::Undecided => finding
            .gaps
            .iter()
            .map(|gap| {
                let place = gap.at.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
                let title = format!("not decided whether {} is affected", finding.name());
                command("warning", place, &title, &format!("{}. Try: {}.", gap.means, gap.advice))
            })
            .collect(),
    }
}

fn command(level: &str, place: Option<(&str, usize)>, title: &str, message: &str) -> String {
    let place = place.map_or(String::new(), |(file, line)| format!("file={},line={line},", property(file)));
    format!("::{level} {place}title={}::{}", property(title), data(message))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
