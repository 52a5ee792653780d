//! Patterns as CPython's own parser reads them. What it refuses, and what is not matched here exactly, is not taken.

use std::collections::BTreeSet;

use crate::unicode::{self, Case, Property};

pub(super) const IGNORE_CASE: u32 = 2;
const MULTI_LINE: u32 = 8;
const DOT_ALL: u32 = 16;
const UNICODE: u32 = 32;
const VERBOSE: u32 = 64;
const ASCII: u32 = 256;

/// Groups within groups beyond this are not taken.
const DEPTH: usize = 40;

/// No more than this of one thing, where a number is said.
const MOST: u32 = 10_000;

pub(super) struct Pattern {
    pub(super) node: Node,
    pub(super) flags: u32,
    pub(super) groups: usize,
    pub(super) names: Vec<(String, usize)>,
    /// The groups that have a part in every match.
    pub(super) always: BTreeSet<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    One(One),
    At(At),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat {
        node: Box<Node>,
        least: u32,
        most: Option<u32>,
        is_lazy: bool,
    },
    /// A group with its number.
    Group(usize, Box<Node>),
    /// What the group matched.
    Again(usize),
    /// Looks ahead, or back over so many characters; whether it must match.
    Look {
        node: Box<Node>,
        back: Option<usize>,
        is_wanted: bool,
    },
}

/// One character.
#[derive(Clone, Debug)]
pub(super) struct One {
    is_negated: bool,
    items: Vec<Item>,
    folds: Fold,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Fold {
    No,
    /// Letters of ASCII alone.
    Ascii,
    /// And the four others that have a letter of ASCII as another case.
    Unicode,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Range(u32, u32),
    Category { kind: Category, is_negated: bool, is_ascii: bool },
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Category {
    Digit,
    Space,
    Word,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum At {
    Start,
    LineStart,
    /// Also before a last end of line.
    End,
    LineEnd,
    VeryEnd,
    /// Between a word and something else, or not; and whether words are of ASCII.
    Boundary {
        is_wanted: bool,
        is_ascii: bool,
    },
}

impl Category {
    pub(super) fn holds(self, code: u32, is_ascii: bool) -> bool {
        if is_ascii && code >= 0x80 {
            return false;
        }
        match self {
            Category::Digit => unicode::decimal(code).is_some(),
            // Separators of ASCII are white space to texts, but not to patterns of ASCII.
            Category::Space if is_ascii => matches!(code, 0x9..=0xd | 0x20),
            Category::Space => unicode::is_space(code),
            Category::Word => {
                code == u32::from('_')
                    || unicode::is(Property::Alpha, code)
                    || unicode::decimal(code).is_some()
                    || unicode::is(Property::Digit, code)
                    || unicode::is(Property::Numeric, code)
            }
        }
    }
}

impl One {
    pub(super) fn holds(&self, code: u32) -> bool {
        let folded = match (self.folds, code) {
            (Fold::No, code) => code,
            (_, 0x41..=0x5a) => code + 0x20,
            (Fold::Unicode, 0x130 | 0x131) => u32::from('i'),
            (Fold::Unicode, 0x17f) => u32::from('s'),
            (Fold::Unicode, 0x212a) => u32::from('k'),
            (_, code) => code,
        };
        let holds = |item: &Item| match *item {
            Item::Range(first, last) if self.folds == Fold::No => (first..=last).contains(&code),
            Item::Range(first, last) => {
                let is_lower = (0x61..=0x7a).contains(&folded);
                (first..=last).contains(&folded) || (is_lower && (first..=last).contains(&(folded - 0x20)))
            }
            Item::Category { kind, is_negated, is_ascii } => kind.holds(code, is_ascii) != is_negated,
        };
        self.items.iter().any(holds) != self.is_negated
    }

    /// Some characters that it takes, of those that are written in it or near.
    pub(super) fn examples(&self) -> Vec<u32> {
        let mut near: Vec<u32> = Vec::new();
        for item in &self.items {
            match *item {
                Item::Range(first, last) => near.extend([first, last, first.saturating_sub(1), last + 1]),
                Item::Category { .. } => {}
            }
        }
        near.extend("a0 _-.Zé٣\n".chars().map(u32::from));
        near.retain(|code| self.holds(*code) && *code <= 0x0010_ffff);
        near.dedup();
        near
    }
}

impl Node {
    /// How many characters it takes at least and at most.
    fn width(&self) -> (usize, Option<usize>) {
        let add = |a: (usize, Option<usize>), b: (usize, Option<usize>)| {
            (a.0.saturating_add(b.0), a.1.zip(b.1).map(|(a, b)| a.saturating_add(b)))
        };
        match self {
            Node::One(_) => (1, Some(1)),
            Node::At(_) | Node::Look { .. } => (0, Some(0)),
            Node::Sequence(nodes) => nodes.iter().map(Node::width).fold((0, Some(0)), add),
            Node::Either(nodes) => {
                let widths = || nodes.iter().map(Node::width);
                let most = widths().map(|(_, most)| most).try_fold(0, |a, b| b.map(|b| a.max(b)));
                (widths().map(|(least, _)| least).min().unwrap_or(0), most)
            }
            Node::Repeat { node, least, most, .. } => {
                let (low, high) = node.width();
                let high = match (high, most) {
                    (Some(0), _) => Some(0),
                    (Some(high), Some(most)) => Some(high.saturating_mul(*most as usize)),
                    _ => None,
                };
                (low.saturating_mul(*least as usize), high)
            }
            Node::Group(_, node) => node.width(),
            Node::Again(_) => (0, None),
        }
    }

    /// The groups that surely have a part in what it matches.
    fn always(&self) -> BTreeSet<usize> {
        match self {
            Node::Sequence(nodes) => nodes.iter().flat_map(Node::always).collect(),
            Node::Either(nodes) => {
                let mut each = nodes.iter().map(Node::always);
                let first = each.next().unwrap_or_default();
                each.fold(first, |all, other| &all & &other)
            }
            Node::Repeat { node, least, .. } if *least > 0 => node.always(),
            Node::Group(group, node) => node.always().into_iter().chain([*group]).collect(),
            Node::Again(group) => [*group].into(),
            Node::Look { node, back: None, is_wanted: true } => node.always(),
            Node::One(_) | Node::At(_) | Node::Repeat { .. } | Node::Look { .. } => BTreeSet::new(),
        }
    }

    fn has_again(&self) -> bool {
        match self {
            Node::Again(_) => true,
            Node::Sequence(nodes) | Node::Either(nodes) => nodes.iter().any(Node::has_again),
            Node::Repeat { node, .. } | Node::Group(_, node) | Node::Look { node, .. } => node.has_again(),
            Node::One(_) | Node::At(_) => false,
        }
    }
}

/// `None`: it is refused, or not matched here.
pub(super) fn parse(pattern: &[u32], flags: i64) -> Option<Pattern> {
    let flags = u32::try_from(flags).ok()?;
    if flags & !(IGNORE_CASE | MULTI_LINE | DOT_ALL | UNICODE | VERBOSE | ASCII) != 0 {
        return None;
    }
    let pattern: Vec<char> = pattern.iter().map(|code| char::from_u32(*code)).collect::<Option<_>>()?;
    let read = |flags: u32| {
        let mut parser =
            Parser { text: &pattern, at: 0, flags, global: flags, groups: 0, open: Vec::new(), names: Vec::new() };
        let node = parser.alternatives(0)?;
        // What is left begins with a bracket that nothing opened.
        (parser.at == pattern.len()).then_some((node, parser))
    };
    let (mut node, mut parser) = read(flags)?;
    if parser.global != flags {
        // Flags in front hold for all of it: it is read again with them.
        let all = parser.global;
        (node, parser) = read(all)?;
    }
    let is_both = parser.global & ASCII != 0 && parser.global & UNICODE != 0;
    let kind = if parser.global & ASCII != 0 { 0 } else { UNICODE };
    let always = node.always();
    (!is_both).then_some(Pattern {
        node,
        flags: parser.global | kind,
        groups: parser.groups,
        names: parser.names,
        always,
    })
}

struct Parser<'p> {
    text: &'p [char],
    at: usize,
    flags: u32,
    /// With those that the pattern says in front.
    global: u32,
    groups: usize,
    /// The groups around.
    open: Vec<usize>,
    names: Vec<(String, usize)>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    /// All up to the character, which is passed over.
    fn until(&mut self, end: char) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.next()? {
                c if c == end => return Some(text),
                c => text.push(c),
            }
        }
    }

    /// The next character of a comment: a backslash stands for itself and what follows it.
    fn next_of_comment(&mut self) -> Option<char> {
        let c = self.next()?;
        if c == '\\' {
            self.next();
        }
        Some(c)
    }

    fn is_ascii(&self) -> bool {
        self.flags & ASCII != 0
    }

    /// Ends before `)` or at the end.
    fn alternatives(&mut self, depth: usize) -> Option<Node> {
        if depth > DEPTH {
            return None;
        }
        let mut all = vec![self.sequence(depth, depth == 0)?];
        while self.eat('|') {
            all.push(self.sequence(depth, false)?);
        }
        Some(if all.len() == 1 { all.remove(0) } else { Node::Either(all) })
    }

    fn sequence(&mut self, depth: usize, is_first: bool) -> Option<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        loop {
            let Some(next) = self.peek().filter(|next| !"|)".contains(*next)) else {
                return Some(if nodes.len() == 1 { nodes.remove(0) } else { Node::Sequence(nodes) });
            };
            self.at += 1;
            match next {
                ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' if self.flags & VERBOSE != 0 => {}
                '#' if self.flags & VERBOSE != 0 => while self.next_of_comment().is_some_and(|c| c != '\n') {},
                '*' => self.repeat(&mut nodes, 0, None)?,
                '+' => self.repeat(&mut nodes, 1, None)?,
                '?' => self.repeat(&mut nodes, 0, Some(1))?,
                '{' => match self.bounds()? {
                    Some((least, most)) => self.repeat(&mut nodes, least, most)?,
                    None => nodes.push(self.character('{')?),
                },
                '(' => {
                    if let Some(node) = self.group(depth, is_first && nodes.is_empty())? {
                        nodes.push(node);
                    }
                }
                other => nodes.push(self.atom(other)?),
            }
        }
    }

    fn atom(&mut self, first: char) -> Option<Node> {
        Some(match first {
            '[' => self.class()?,
            '\\' => self.escape()?,
            '.' => {
                let items = if self.flags & DOT_ALL != 0 { vec![] } else { vec![Item::Range(10, 10)] };
                Node::One(One { is_negated: true, items, folds: Fold::No })
            }
            '^' => Node::At(if self.flags & MULTI_LINE != 0 { At::LineStart } else { At::Start }),
            '$' => Node::At(if self.flags & MULTI_LINE != 0 { At::LineEnd } else { At::End }),
            other => self.character(other)?,
        })
    }

    fn character(&self, c: char) -> Option<Node> {
        self.one(false, vec![Item::Range(c.into(), c.into())])
    }

    /// Where case does not count, letters beyond ASCII are not taken.
    fn one(&self, is_negated: bool, items: Vec<Item>) -> Option<Node> {
        let folds = match (self.flags & IGNORE_CASE != 0, self.is_ascii()) {
            (false, _) => Fold::No,
            (true, true) => Fold::Ascii,
            (true, false) => Fold::Unicode,
        };
        let is_plain = |item: &Item| match *item {
            Item::Range(_, last) if last < 0x80 => true,
            Item::Range(first, last) => first == last && has_no_case(first),
            Item::Category { .. } => true,
        };
        (folds == Fold::No || items.iter().all(is_plain)).then_some(Node::One(One { is_negated, items, folds }))
    }

    /// After `{`: the bounds; nothing if the bracket stands for itself. `None`: not taken.
    fn bounds(&mut self) -> Option<Option<(u32, Option<u32>)>> {
        let here = self.at;
        if self.peek() == Some('}') {
            return Some(None);
        }
        let least = self.digits();
        let most = if self.eat(',') { self.digits() } else { least.clone() };
        if !self.eat('}') {
            self.at = here;
            return Some(None);
        }
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|number| *number <= MOST);
        let least = if least.is_empty() { 0 } else { number(&least)? };
        let most = if most.is_empty() { None } else { Some(number(&most)?) };
        most.is_none_or(|most| least <= most).then_some(Some((least, most)))
    }

    fn digits(&mut self) -> String {
        let mut digits = String::new();
        while let Some(digit) = self.peek().filter(char::is_ascii_digit) {
            digits.push(digit);
            self.at += 1;
        }
        digits
    }

    fn repeat(&mut self, nodes: &mut Vec<Node>, least: u32, most: Option<u32>) -> Option<()> {
        let is_lazy = self.eat('?');
        if !is_lazy && self.eat('+') {
            return None;
        }
        // What a group of its own without a number holds stands in a sequence of its own.
        let node = nodes.pop()?;
        if matches!(node, Node::At(_) | Node::Repeat { .. } | Node::Look { .. }) {
            return None;
        }
        nodes.push(Node::Repeat { node: Box::new(node), least, most, is_lazy });
        Some(())
    }

    /// After `(`. Nothing for a comment and for flags. `None`: not taken.
    #[expect(clippy::option_option, reason = "a comment is neither a node nor a failure")]
    fn group(&mut self, depth: usize, is_first: bool) -> Option<Option<Node>> {
        if !self.eat('?') {
            return self.numbered(depth, None).map(Some);
        }
        match self.next()? {
            ':' => self.plain_group(depth).map(Some),
            '#' => loop {
                if self.next_of_comment()? == ')' {
                    return Some(None);
                }
            },
            '=' => self.look(depth, false, true).map(Some),
            '!' => self.look(depth, false, false).map(Some),
            '<' => match self.next()? {
                '=' => self.look(depth, true, true).map(Some),
                '!' => self.look(depth, true, false).map(Some),
                _ => None,
            },
            'P' => match self.next()? {
                '<' => {
                    let name = self.until('>')?;
                    self.numbered(depth, Some(name)).map(Some)
                }
                '=' => {
                    let name = self.until(')')?;
                    let (_, group) = self.names.iter().find(|(known, _)| *known == name)?;
                    self.again(*group).map(Some)
                }
                _ => None,
            },
            flag if flag.is_ascii_alphabetic() || flag == '-' => {
                self.at -= 1;
                self.flags_group(depth, is_first)
            }
            _ => None,
        }
    }

    fn close(&mut self, depth: usize) -> Option<Node> {
        let around = self.flags;
        let node = self.alternatives(depth + 1)?;
        self.flags = around;
        self.eat(')').then_some(node)
    }

    /// Kept apart from what is around it, so that it can be repeated.
    fn plain_group(&mut self, depth: usize) -> Option<Node> {
        let node = self.close(depth)?;
        Some(Node::Sequence(vec![node]))
    }

    fn numbered(&mut self, depth: usize, name: Option<String>) -> Option<Node> {
        self.groups += 1;
        let group = self.groups;
        if let Some(name) = name {
            let is_name = !name.starts_with(|c: char| c.is_ascii_digit())
                && !name.is_empty()
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if !is_name || self.names.iter().any(|(known, _)| *known == name) {
                return None;
            }
            self.names.push((name, group));
        }
        self.open.push(group);
        let node = self.close(depth)?;
        self.open.pop();
        Some(Node::Group(group, Box::new(node)))
    }

    fn look(&mut self, depth: usize, is_back: bool, is_wanted: bool) -> Option<Node> {
        let node = self.close(depth)?;
        let back = match (is_back, node.width()) {
            (false, _) => None,
            (true, (least, most)) if most == Some(least) && !node.has_again() => Some(least),
            (true, _) => return None,
        };
        Some(Node::Look { node: Box::new(node), back, is_wanted })
    }

    fn again(&mut self, group: usize) -> Option<Node> {
        let is_closed = group <= self.groups && !self.open.contains(&group);
        (is_closed && self.flags & IGNORE_CASE == 0).then_some(Node::Again(group))
    }

    /// `(?i)` in front, or `(?i-s:…)`.
    #[expect(clippy::option_option, reason = "flags in front are neither a node nor a failure")]
    fn flags_group(&mut self, depth: usize, is_first: bool) -> Option<Option<Node>> {
        let (mut on, mut off, mut is_off) = (0, 0, false);
        loop {
            let flag = match self.next()? {
                'i' => IGNORE_CASE,
                'm' => MULTI_LINE,
                's' => DOT_ALL,
                'x' => VERBOSE,
                // Within a pattern, these change what letters are for a part of it.
                'a' if is_first => ASCII,
                'u' if is_first => UNICODE,
                '-' if !is_off => {
                    is_off = true;
                    continue;
                }
                ')' if is_first && on != 0 && !is_off => {
                    self.flags |= on;
                    self.global |= on;
                    return Some(None);
                }
                ':' if on & (ASCII | UNICODE) == 0 && on & off == 0 && (!is_off || off != 0) => break,
                _ => return None,
            };
            if is_off {
                off |= flag;
            } else {
                on |= flag;
            }
        }
        let around = self.flags;
        self.flags = (self.flags | on) & !off;
        let node = self.plain_group(depth);
        self.flags = around;
        node.map(Some)
    }

    fn escape(&mut self) -> Option<Node> {
        let is_ascii = self.is_ascii();
        let c = self.next()?;
        if let Some(item) = kind_of(c, is_ascii) {
            return self.one(false, vec![item]);
        }
        Some(match c {
            'A' => Node::At(At::Start),
            'Z' => Node::At(At::VeryEnd),
            'b' => Node::At(At::Boundary { is_wanted: true, is_ascii }),
            'B' => Node::At(At::Boundary { is_wanted: false, is_ascii }),
            '1'..='9' => {
                let first = c.to_digit(10)? as usize;
                match self.peek().and_then(|next| next.to_digit(10)) {
                    None => self.again(first)?,
                    // Three digits of eight may be a character.
                    Some(next) => {
                        self.at += 1;
                        if self.peek().is_some_and(|next| next.is_ascii_digit()) {
                            return None;
                        }
                        self.again(first * 10 + next as usize)?
                    }
                }
            }
            c => {
                let code = self.escaped(c)?;
                self.one(false, vec![Item::Range(code, code)])?
            }
        })
    }

    /// The character that `\c` is, in a class or outside.
    fn escaped(&mut self, c: char) -> Option<u32> {
        Some(match c {
            'a' => 7,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            'v' => 11,
            'x' => self.hexadecimal(2)?,
            'u' => self.hexadecimal(4)?,
            'U' => self.hexadecimal(8)?,
            '0' => {
                let mut code = 0;
                for _ in 0..2 {
                    let Some(digit) = self.peek().and_then(|next| next.to_digit(8)) else { break };
                    code = code * 8 + digit;
                    self.at += 1;
                }
                code
            }
            c if c.is_ascii_alphanumeric() => return None,
            c => c.into(),
        })
    }

    fn hexadecimal(&mut self, count: usize) -> Option<u32> {
        let digits: String = self.text.get(self.at..self.at + count)?.iter().collect();
        self.at += count;
        let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let code = is_plain.then(|| u32::from_str_radix(&digits, 16).ok())??;
        (code <= 0x0010_ffff).then_some(code)
    }

    /// After `[`.
    fn class(&mut self) -> Option<Node> {
        let is_negated = self.eat('^');
        let mut items = Vec::new();
        loop {
            let this = self.next()?;
            if this == ']' && !items.is_empty() {
                break;
            }
            let from = self.class_item(this)?;
            if !self.eat('-') {
                items.push(from);
                continue;
            }
            let that = self.next()?;
            if that == ']' {
                items.extend([from, Item::Range(u32::from('-'), u32::from('-'))]);
                break;
            }
            match (from, self.class_item(that)?) {
                (Item::Range(from, _), Item::Range(to, _)) if from <= to => items.push(Item::Range(from, to)),
                _ => return None,
            }
        }
        self.one(is_negated, items)
    }

    fn class_item(&mut self, this: char) -> Option<Item> {
        if this != '\\' {
            return Some(Item::Range(this.into(), this.into()));
        }
        let c = self.next()?;
        if let Some(item) = kind_of(c, self.is_ascii()) {
            return Some(item);
        }
        let code = if c == 'b' { 8 } else { self.escaped(c)? };
        Some(Item::Range(code, code))
    }
}

/// Where case does not count, does the character stand for itself alone?
fn has_no_case(code: u32) -> bool {
    [Case::Upper, Case::Lower, Case::Title, Case::Fold].into_iter().all(|case| {
        let mut mapped = Vec::new();
        unicode::map(case, code, &mut mapped);
        mapped == [code]
    })
}

fn kind_of(c: char, is_ascii: bool) -> Option<Item> {
    let kind = match c.to_ascii_lowercase() {
        'd' => Category::Digit,
        's' => Category::Space,
        'w' => Category::Word,
        _ => return None,
    };
    Some(Item::Category { kind, is_negated: c.is_ascii_uppercase(), is_ascii })
}
