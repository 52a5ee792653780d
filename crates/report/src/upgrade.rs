//! What a dependency bump does to a project: its functions in layers, and what the interface gained and lost.

use std::collections::BTreeMap;

use equiv::Reason;
use serde_json::{Value, json};

use crate::finding::{Finding, Report, VerdictKind};
use crate::text::{Writer, cut};

/// What is said besides the findings.
#[derive(Clone, Debug, Default)]
pub struct Upgrade {
    /// The libraries that move, together.
    pub moved: Vec<Moved>,
    /// What moves besides, and is no step from one release to another: nothing is known of what it does.
    pub not_followed: Vec<Moved>,
    /// Libraries that only one of two lock files names.
    pub only_in: [Vec<String>; 2],
    pub interface: Interface,
    /// How many of the project's files were looked at, and how many of them can meet the libraries.
    pub files: usize,
    pub files_that_import: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    pub name: String,
    pub old: String,
    pub new: String,
}

/// The public names that are not the same in both versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    pub gained: Vec<String>,
    pub lost: Vec<String>,
    pub renamed: Vec<(String, String)>,
    /// A function, its parameters in old and in new.
    pub parameters: Vec<(String, String, String)>,
}

/// More of one kind are counted.
const MOST_NAMES: usize = 6;
/// More libraries than this are counted in the first line.
const MOST_LIBRARIES: usize = 3;

impl Upgrade {
    /// Everything that moves and was not looked at, a line each.
    pub fn not_followed(&self) -> Vec<String> {
        let [gone, added] = &self.only_in;
        let moved = self.not_followed.iter().map(|row| format!("{}: {} → {}", row.name, row.old, row.new));
        let gone = gone.iter().map(|name| format!("{name}: gone"));
        let added = added.iter().map(|name| format!("{name}: added"));
        moved.chain(gone).chain(added).collect()
    }

    fn what_moves(&self) -> String {
        let word = |moved: &Moved| format!("{} {} → {}", moved.name, moved.old, moved.new);
        match self.moved.len() {
            0 => "No library moves".to_owned(),
            1..=MOST_LIBRARIES => self.moved.iter().map(word).collect::<Vec<_>>().join(", "),
            count => format!("{count} libraries move"),
        }
    }
}

impl Writer {
    pub(crate) fn upgrade(&mut self, report: &Report, upgrade: &Upgrade) {
        let first = self.verdict(report.kind(), &answer(report, upgrade));
        self.line(&first);
        if self.options.quiet {
            return;
        }
        if upgrade.moved.len() > MOST_LIBRARIES {
            self.heading("What moves, as one change:");
            for moved in &upgrade.moved {
                self.line(&format!("  {} {} → {}", moved.name, moved.old, moved.new));
            }
        }
        let not_followed = upgrade.not_followed();
        if !not_followed.is_empty() {
            self.heading("Not followed (what these do to your code is not known):");
            not_followed.iter().for_each(|row| self.line(&format!("  {row}")));
        }
        let of = |kind: VerdictKind| -> Vec<Finding> {
            report.findings.iter().filter(|row| row.kind == kind).cloned().collect()
        };
        let affected = of(VerdictKind::Different);
        if !affected.is_empty() {
            self.heading("Affected:");
            self.rows(&affected);
        }
        let undecided = of(VerdictKind::Undecided);
        if !undecided.is_empty() {
            self.heading("Not decided, by cause:");
            self.causes(&undecided);
        }
        self.unaffected(&of(VerdictKind::Equivalent));
        self.interface(&upgrade.interface);
        if let Some(finding) = report.worth_a_look() {
            self.line("");
            self.line(&format!("To see one in full: {}", report.in_full(finding)));
        }
        self.without_functions(report);
    }

    /// Undecided ones, those with one reason together.
    fn causes(&mut self, findings: &[Finding]) {
        let mut groups: BTreeMap<String, Vec<&Finding>> = BTreeMap::new();
        for finding in findings {
            let cause = finding.gaps.first().map_or("", |gap| gap.means.as_str());
            groups.entry(cause.to_owned()).or_default().push(finding);
        }
        let mut groups: Vec<(String, Vec<&Finding>)> = groups.into_iter().collect();
        groups.sort_by_key(|(_, findings)| std::cmp::Reverse(findings.len()));
        for (cause, findings) in groups {
            self.line(&format!("  {}", cut(&cause)));
            let names: Vec<String> = findings.iter().map(|finding| finding.name()).collect();
            self.line(&format!("    {}", self.some(&names)));
        }
    }

    fn unaffected(&mut self, findings: &[Finding]) {
        let (apart, proved): (Vec<&Finding>, Vec<&Finding>) =
            findings.iter().partition(|finding| finding.reason == Some(Reason::Identical));
        if findings.is_empty() {
            return;
        }
        self.heading("Not affected (proved):");
        if !apart.is_empty() {
            self.line(&format!("  {:>4} reach nothing that was changed", apart.len()));
        }
        let is_plain = |finding: &&Finding| finding.assumptions.is_empty() && finding.slips.is_empty();
        let (plain, granted): (Vec<&Finding>, Vec<&Finding>) = proved.into_iter().partition(is_plain);
        for (rows, words) in
            [(plain, "do the same for every input"), (granted, "do the same, with assumptions (check lists them)")]
        {
            if !rows.is_empty() {
                let names: Vec<String> = rows.iter().map(|finding| finding.name()).collect();
                self.line(&format!("  {:>4} {words}: {}", rows.len(), self.some(&names)));
            }
        }
    }

    fn interface(&mut self, interface: &Interface) {
        if *interface == Interface::default() {
            return;
        }
        self.heading("Its public interface:");
        for (word, names) in [("gone", &interface.lost), ("new", &interface.gained)] {
            if !names.is_empty() {
                self.line(&format!("  {word:<8} {}", self.some(names)));
            }
        }
        let renamed: Vec<String> = interface.renamed.iter().map(|(old, new)| format!("{old} is now {new}")).collect();
        if !renamed.is_empty() {
            self.line(&format!("  renamed  {}", self.some(&renamed)));
        }
        let most = if self.options.verbose { usize::MAX } else { MOST_NAMES };
        for (name, old, new) in interface.parameters.iter().take(most) {
            self.line(&format!("  takes    {}", cut(&format!("{name}({old})"))));
            self.line(&format!("      now  {}", cut(&format!("{name}({new})"))));
        }
        let left_out = interface.parameters.len().saturating_sub(most);
        if left_out > 0 {
            self.line(&format!("  and {left_out} more functions take other parameters (shown with -v)"));
        }
    }

    /// The first few names, and how many more there are.
    fn some(&self, names: &[String]) -> String {
        let most = if self.options.verbose { usize::MAX } else { MOST_NAMES };
        let shown = names.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
        match names.len().saturating_sub(most) {
            0 => shown,
            more => format!("{shown} and {more} more"),
        }
    }
}

/// The first line: what moves, and what that does.
pub(crate) fn answer(report: &Report, upgrade: &Upgrade) -> String {
    let what = upgrade.what_moves();
    let total = report.findings.len();
    let left = upgrade.not_followed().len();
    if upgrade.moved.is_empty() {
        return match left {
            0 => format!("{what}: nothing can be affected."),
            1 => "It is not decided what this does to your code: what moves is no step from one release to another."
                .to_owned(),
            left => format!(
                "It is not decided what this does to your code: {left} libraries move, and none from one release to another."
            ),
        };
    }
    let besides = match left {
        0 => "",
        _ => " Not all that moves was followed.",
    };
    if upgrade.files_that_import == 0 {
        return format!("{what}: none of the {} files that were looked at imports it.{besides}", upgrade.files);
    }
    let (affected, open) = (report.count(VerdictKind::Different), report.count(VerdictKind::Undecided));
    let functions = if total == 1 { "one function".to_owned() } else { format!("{total} functions") };
    let said = match (affected, open) {
        (0, 0) => format!("{what}: your {functions} in files that can meet it do the same (proved)."),
        (0, open) => format!("{what}: of your {functions}, none was seen to change, {open} not decided."),
        (affected, open) => format!(
            "{what}: of your {functions}, {affected} {} affected, {open} not decided.",
            if affected == 1 { "is" } else { "are" }
        ),
    };
    said + besides
}

pub(crate) fn json(upgrade: &Upgrade) -> Value {
    let moved = |row: &Moved| json!({ "name": row.name, "old": row.old, "new": row.new });
    let parameters = |(name, old, new): &(String, String, String)| json!({ "function": name, "old": old, "new": new });
    let Interface { gained, lost, renamed, parameters: changed } = &upgrade.interface;
    json!({
        "moved": upgrade.moved.iter().map(moved).collect::<Vec<_>>(),
        "not_followed": upgrade.not_followed.iter().map(moved).collect::<Vec<_>>(),
        "only_in": { "old": upgrade.only_in[0], "new": upgrade.only_in[1] },
        "interface": {
            "gained": gained,
            "lost": lost,
            "renamed": renamed.iter().map(|(old, new)| json!({ "old": old, "new": new })).collect::<Vec<_>>(),
            "parameters": changed.iter().map(parameters).collect::<Vec<_>>(),
        },
        "files": upgrade.files,
        "files_that_import": upgrade.files_that_import,
    })
}
