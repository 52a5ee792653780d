//! Sorts: what kinds of value there are. Stored once for the process; equal sorts are one pointer.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex, OnceLock};

use crate::symbol::write_name;
use crate::{FloatFormat, Symbol};

/// A sort; copying and comparing it costs nothing.
#[derive(Copy, Clone)]
pub struct Sort(&'static SortKind);

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum SortKind {
    Bool,
    /// Mathematical integers.
    Int,
    /// Mathematical reals (concretely: rationals).
    Real,
    /// Bit-vectors of 1 to 128 bits.
    Bv(u32),
    Float(FloatFormat),
    /// Names that can only be compared: classes, functions, codes.
    Atom,
    /// References of one kind; what they refer to is the contents of the heap cells keyed by that
    /// kind. Observations compare references up to renaming. Number 0 is the null reference.
    Ref(Symbol),
    Seq(Sort),
    Map(Sort, Sort),
    /// Algebraic data: records and variants.
    Data(&'static Datatype),
    /// A sort of which nothing is known but equality (Boogie's `type T;`).
    Opaque(Symbol),
}

static SORTS: LazyLock<Mutex<HashMap<SortKind, Sort>>> = LazyLock::new(Default::default);

impl Sort {
    pub fn new(kind: SortKind) -> Sort {
        let mut sorts = SORTS.lock().expect("no thread panics while it holds the sorts");
        *sorts.entry(kind).or_insert_with(|| Sort(Box::leak(Box::new(kind))))
    }

    pub fn kind(self) -> &'static SortKind {
        self.0
    }

    pub fn bool() -> Sort {
        static SORT: LazyLock<Sort> = LazyLock::new(|| Sort::new(SortKind::Bool));
        *SORT
    }

    pub fn int() -> Sort {
        static SORT: LazyLock<Sort> = LazyLock::new(|| Sort::new(SortKind::Int));
        *SORT
    }

    pub fn real() -> Sort {
        Sort::new(SortKind::Real)
    }

    pub fn atom() -> Sort {
        static SORT: LazyLock<Sort> = LazyLock::new(|| Sort::new(SortKind::Atom));
        *SORT
    }

    pub fn bv(width: u32) -> Sort {
        assert!((1..=128).contains(&width), "bit-vectors have 1 to 128 bits, not {width}");
        Sort::new(SortKind::Bv(width))
    }

    pub fn float(format: FloatFormat) -> Sort {
        Sort::new(SortKind::Float(format))
    }

    pub fn reference(kind: &str) -> Sort {
        Sort::new(SortKind::Ref(Symbol::new(kind)))
    }

    pub fn seq(element: Sort) -> Sort {
        Sort::new(SortKind::Seq(element))
    }

    /// Text: a sequence of code points.
    pub fn string() -> Sort {
        static SORT: LazyLock<Sort> = LazyLock::new(|| Sort::seq(Sort::int()));
        *SORT
    }

    pub fn map(key: Sort, value: Sort) -> Sort {
        Sort::new(SortKind::Map(key, value))
    }

    pub fn opaque(name: &str) -> Sort {
        Sort::new(SortKind::Opaque(Symbol::new(name)))
    }

    /// Can a value of this sort be, or hold, one of such a sort? Of a map, what it maps to counts.
    pub fn may_hold(self, is_it: &dyn Fn(&SortKind) -> bool) -> bool {
        fn search(sort: Sort, is_it: &dyn Fn(&SortKind) -> bool, open: &mut Vec<Sort>) -> bool {
            if is_it(sort.kind()) {
                return true;
            }
            match sort.kind() {
                SortKind::Seq(element) => search(*element, is_it, open),
                SortKind::Map(_, value) => search(*value, is_it, open),
                SortKind::Data(datatype) if !open.contains(&sort) => {
                    open.push(sort);
                    let mut fields = datatype.ctors().iter().flat_map(|ctor| &ctor.fields);
                    fields.any(|(_, field)| search(*field, is_it, open))
                }
                _ => false,
            }
        }
        search(self, is_it, &mut Vec::new())
    }

    /// The element sort of a sequence sort.
    pub fn element(self) -> Option<Sort> {
        match self.kind() {
            SortKind::Seq(element) => Some(*element),
            _ => None,
        }
    }

    pub fn datatype(self) -> Option<&'static Datatype> {
        match self.kind() {
            SortKind::Data(datatype) => Some(datatype),
            _ => None,
        }
    }

    /// How many values it has, if these are few enough to list.
    pub fn few_values(self) -> Option<usize> {
        match self.kind() {
            SortKind::Data(_) | SortKind::Map(..) => self.few_values_within(16),
            _ => self.few_values_within(0),
        }
    }

    /// A datatype that contains itself never ends, hence the depth.
    fn few_values_within(self, depth: u32) -> Option<usize> {
        const FEW: usize = 1 << 10;
        let few = |count: usize| (count <= FEW).then_some(count);
        match self.kind() {
            SortKind::Bool => Some(2),
            SortKind::Bv(width) => 1usize.checked_shl(*width).and_then(few),
            SortKind::Data(datatype) => {
                let depth = depth.checked_sub(1)?;
                let mut sum = 0;
                for ctor in datatype.ctors() {
                    let mut product = 1;
                    for (_, sort) in &ctor.fields {
                        product = few(product * sort.few_values_within(depth)?)?;
                    }
                    sum = few(sum + product)?;
                }
                Some(sum)
            }
            SortKind::Map(key, value) => {
                let depth = depth.checked_sub(1)?;
                let (keys, values) = (key.few_values_within(depth)?, value.few_values_within(depth)?);
                values.checked_pow(u32::try_from(keys).ok()?).and_then(few)
            }
            _ => None,
        }
    }

    pub fn bv_width(self) -> Option<u32> {
        match self.kind() {
            SortKind::Bv(width) => Some(*width),
            _ => None,
        }
    }
}

impl PartialEq for Sort {
    fn eq(&self, other: &Sort) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Sort {}

impl std::hash::Hash for Sort {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            SortKind::Bool => write!(f, "bool"),
            SortKind::Int => write!(f, "int"),
            SortKind::Real => write!(f, "real"),
            SortKind::Bv(width) => write!(f, "bv{width}"),
            SortKind::Float(format) => write!(f, "{format}"),
            SortKind::Atom => write!(f, "atom"),
            SortKind::Ref(kind) => write!(f, "ref[{}]", kind.name()),
            SortKind::Seq(element) => write!(f, "seq[{element}]"),
            SortKind::Map(key, value) => write!(f, "map[{key}, {value}]"),
            SortKind::Data(datatype) if is_sort_word(&datatype.name) => write!(f, "`{}`", datatype.name),
            SortKind::Data(datatype) => write!(f, "{}", datatype.name.name()),
            SortKind::Opaque(name) => write!(f, "opaque[{}]", name.name()),
        }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Does the text form read the word as a sort that is not data?
fn is_sort_word(word: &str) -> bool {
    let bits = word.strip_prefix("bv").is_some_and(|width| width.bytes().all(|byte| byte.is_ascii_digit()));
    bits || ["bool", "int", "real", "atom", "f32", "f64", "ref", "seq", "map", "opaque"].contains(&word)
}

/// An algebraic data type. Two declarations with the same text are the same type.
pub struct Datatype {
    pub name: Symbol,
    ctors: OnceLock<Vec<Constructor>>,
    group: OnceLock<Vec<Sort>>,
}

#[derive(Debug)]
pub struct Constructor {
    pub name: Symbol,
    pub fields: Vec<(Symbol, Sort)>,
}

/// One constructor of a datatype.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Ctor {
    pub datatype: &'static Datatype,
    pub index: usize,
}

/// A datatype as declared, before its sorts exist.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DataDef {
    pub name: Symbol,
    pub ctors: Vec<(Symbol, Vec<(Symbol, SortExpr)>)>,
}

/// A sort that may mention datatypes of the group being declared.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum SortExpr {
    Sort(Sort),
    /// A datatype of the same group.
    Member(Symbol),
    Seq(Box<SortExpr>),
    Map(Box<SortExpr>, Box<SortExpr>),
}

static GROUPS: LazyLock<Mutex<HashMap<Vec<DataDef>, Vec<Sort>>>> = LazyLock::new(Default::default);

impl Datatype {
    /// Declares datatypes that may refer to each other.
    pub fn declare(group: &[DataDef]) -> Vec<Sort> {
        let group = &normal(group);
        let mut groups = GROUPS.lock().expect("no thread panics while it holds the datatypes");
        if let Some(known) = groups.get(group) {
            return known.clone();
        }
        let sorts: Vec<Sort> = group
            .iter()
            .map(|def| {
                let datatype =
                    Box::leak(Box::new(Datatype { name: def.name, ctors: OnceLock::new(), group: OnceLock::new() }));
                Sort::new(SortKind::Data(datatype))
            })
            .collect();
        let resolve = |expr: &SortExpr| resolve(expr, group, &sorts);
        for (def, sort) in group.iter().zip(&sorts) {
            let ctors = def.ctors.iter().map(|(name, fields)| Constructor {
                name: *name,
                fields: fields.iter().map(|(field, expr)| (*field, resolve(expr))).collect(),
            });
            let datatype = sort.datatype().expect("made as data above");
            assert!(datatype.ctors.set(ctors.collect()).is_ok(), "a datatype is defined once");
            assert!(datatype.group.set(sorts.clone()).is_ok(), "a datatype is in one group");
        }
        groups.insert(group.clone(), sorts.clone());
        sorts
    }

    pub fn ctors(&self) -> &[Constructor] {
        self.ctors.get().expect("declare() defines every datatype it makes")
    }

    /// The datatypes it was declared with, itself among them, in order.
    pub fn group(&'static self) -> &'static [Sort] {
        self.group.get().expect("declare() defines every datatype it makes")
    }

    /// The constructor of that name.
    pub fn ctor(&'static self, name: &str) -> Option<Ctor> {
        let index = self.ctors().iter().position(|ctor| &*ctor.name == name)?;
        Some(Ctor { datatype: self, index })
    }
}

/// The group with every sort that mentions no member written as a sort: the same text then has
/// the same form, however its maker spelled it.
fn normal(group: &[DataDef]) -> Vec<DataDef> {
    let mut group = group.to_vec();
    for (_, fields) in group.iter_mut().flat_map(|def| &mut def.ctors) {
        for (_, expr) in fields {
            *expr = normal_sort(expr);
        }
    }
    group
}

fn normal_sort(expr: &SortExpr) -> SortExpr {
    match expr {
        SortExpr::Sort(_) | SortExpr::Member(_) => expr.clone(),
        SortExpr::Seq(element) => match normal_sort(element) {
            SortExpr::Sort(element) => SortExpr::Sort(Sort::seq(element)),
            element => SortExpr::Seq(Box::new(element)),
        },
        SortExpr::Map(key, value) => match (normal_sort(key), normal_sort(value)) {
            (SortExpr::Sort(key), SortExpr::Sort(value)) => SortExpr::Sort(Sort::map(key, value)),
            (key, value) => SortExpr::Map(Box::new(key), Box::new(value)),
        },
    }
}

fn resolve(expr: &SortExpr, group: &[DataDef], sorts: &[Sort]) -> Sort {
    match expr {
        SortExpr::Sort(sort) => *sort,
        SortExpr::Member(name) => {
            let index = group.iter().position(|def| def.name == *name);
            sorts[index.expect("a member names a datatype of its group")]
        }
        SortExpr::Seq(element) => Sort::seq(resolve(element, group, sorts)),
        SortExpr::Map(key, value) => Sort::map(resolve(key, group, sorts), resolve(value, group, sorts)),
    }
}

impl Ctor {
    pub fn sort(self) -> Sort {
        Sort::new(SortKind::Data(self.datatype))
    }

    pub fn definition(self) -> &'static Constructor {
        &self.datatype.ctors()[self.index]
    }
}

impl fmt::Display for Ctor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "")
    }
}

impl Ctor {
    /// Writes an operator of this constructor: `Value.Int`, then the suffix.
    pub(crate) fn write(self, f: &mut fmt::Formatter<'_>, suffix: &str) -> fmt::Result {
        let text = format!("{}.{}{suffix}", self.datatype.name, self.definition().name);
        // Quoted, a name is never that of an operator without constructor.
        let quoted = crate::Op::is_reserved(&text);
        write_name(f, &text, quoted)
    }
}

impl fmt::Debug for Ctor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for Datatype {
    fn eq(&self, other: &Datatype) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Datatype {}

impl std::hash::Hash for Datatype {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::hash(self, state);
    }
}

impl fmt::Debug for Datatype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.name, f)
    }
}
