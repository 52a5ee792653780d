//! Annotations that GitHub shows beside the lines of a pull request: one for each client that is affected or not
//! decided, at the client's own line, and one for all that are proved.

use crate::finding::{Finding, Report, VerdictKind};
use crate::{sarif, spoken};

pub fn write(report: &Report) -> String {
    let mut lines: Vec<String> = report.findings.iter().filter_map(|finding| annotation(report, finding)).collect();
    let left = report.upgrade.as_ref().map(|upgrade| upgrade.not_followed()).unwrap_or_default();
    lines.extend(left.iter().map(|row| command("warning", None, "moved, and not followed", row)));
    let proved = report.count(VerdictKind::Equivalent);
    if proved > 0 {
        let clients = if proved == 1 { "1 client is".to_owned() } else { format!("{proved} clients are") };
        lines.push(command("notice", None, &format!("{clients} not affected"), "proved for every input"));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

fn annotation(report: &Report, finding: &Finding) -> Option<String> {
    let (level, title, message) = match finding.kind {
        VerdictKind::Equivalent => return None,
        VerdictKind::Different => match &finding.accepted {
            None => ("error", format!("{} is affected", finding.name()), spoken::in_short(finding)),
            Some(reason) => {
                let message = format!("{} (accepted: {reason})", spoken::in_short(finding));
                ("notice", format!("{} is affected, as accepted", finding.name()), message)
            }
        },
        VerdictKind::Undecided => {
            let title = format!("not decided whether {} is affected", finding.name());
            let gap = finding.gaps.first().map(|gap| format!("{}. Try: {}.", gap.means, gap.advice));
            ("warning", title, gap.unwrap_or_default())
        }
    };
    let place = match (&finding.place, &finding.file) {
        (Some(place), _) => Some((sarif::path(report, &place.file), place.line)),
        (None, Some(file)) => Some((file.as_str(), 1)),
        (None, None) => None,
    };
    Some(command(level, place, &title, &message))
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
