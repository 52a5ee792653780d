//! Texts worth trying on a pattern: such as it matches, and such as it nearly does.

use super::parse::{Node, Pattern};

/// How many texts are made of a pattern.
const COUNT: u64 = 12;

/// Some texts for a pattern that is given without flags; none if it is not taken.
pub fn samples(pattern: &str) -> Vec<String> {
    let codes: Vec<u32> = pattern.chars().map(u32::from).collect();
    let Some(pattern) = super::parse::parse(&codes, 0) else { return Vec::new() };
    let mut all: Vec<String> = Vec::new();
    for seed in 0..COUNT {
        let text = sample(&pattern, seed);
        let varied = match seed % 6 {
            1 => format!("{text}\n"),
            2 => format!("{text} {text}"),
            3 => text.chars().skip(1).collect(),
            4 => format!("x{text}1"),
            _ => text,
        };
        if !all.contains(&varied) {
            all.push(varied);
        }
    }
    all
}

fn sample(pattern: &Pattern, seed: u64) -> String {
    let mut sampler = Sampler {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1,
        groups: vec![String::new(); pattern.groups + 1],
    };
    let mut out = String::new();
    sampler.node(&pattern.node, &mut out);
    out
}

struct Sampler {
    state: u64,
    groups: Vec<String>,
}

impl Sampler {
    fn below(&mut self, count: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.state >> 33) as usize) % count.max(1)
    }

    fn node(&mut self, node: &Node, out: &mut String) {
        match node {
            Node::One(one) => {
                let examples = one.examples();
                let at = self.below(examples.len());
                out.extend(examples.get(at).copied().and_then(char::from_u32));
            }
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.node(node, out)),
            Node::Either(nodes) => {
                let at = self.below(nodes.len());
                self.node(&nodes[at], out);
            }
            Node::Repeat { node, least, most, .. } => {
                let most = most.unwrap_or(u32::MAX).min(least.saturating_add(2));
                let count = *least as usize + self.below((most - (*least).min(most)) as usize + 1);
                (0..count.min(40)).for_each(|_| self.node(node, out));
            }
            Node::Group(group, node) => {
                let from = out.len();
                self.node(node, out);
                self.groups[*group] = out[from..].to_string();
            }
            Node::Again(group) => out.push_str(&self.groups[*group].clone()),
            Node::At(_) | Node::Look { .. } => {}
        }
    }
}
