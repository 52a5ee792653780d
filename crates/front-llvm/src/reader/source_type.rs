//! Types as the source has them, out of the debug information.

use super::Module;
use super::debug::{field, quoted, reference};
use crate::layout::{Column, Scalar};

/// A type of the source.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceType {
    /// As the language writes it: `unsigned int`, `struct pair`, `u32`. Empty: it has no name.
    pub name: String,
    /// In bytes.
    pub size: u64,
    pub kind: SourceKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SourceKind {
    Void,
    Bool,
    Int {
        signed: bool,
    },
    /// C's `char` and its kin.
    Char {
        signed: bool,
    },
    /// Rust's `char`.
    CodePoint,
    Float,
    Pointer(Box<SourceType>),
    Enum {
        signed: bool,
        values: Vec<(String, i128)>,
    },
    Struct(Vec<SourceField>),
    Union(Vec<SourceField>),
    /// Rust's `enum` with data.
    Variants {
        /// Where the discriminant stands; `None`: there is only one variant.
        tag: Option<Box<SourceField>>,
        /// With the discriminant; `None`: every other one.
        variants: Vec<(Option<u128>, SourceField)>,
    },
    Array(Box<SourceType>, u64),
    Unknown,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SourceField {
    pub name: String,
    /// In bits, from the start of the whole.
    pub offset: u64,
    pub bits: u64,
    pub ty: SourceType,
}

/// A function as the source declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceSignature {
    pub params: Vec<SourceType>,
    pub result: SourceType,
}

/// How deep types are followed: pointers may lead round in circles.
const DEEPEST: u32 = 12;

impl SourceSignature {
    /// Without `const` and `restrict`.
    pub(crate) fn unqualified(self) -> SourceSignature {
        let params = self.params.into_iter().map(SourceType::unqualified).collect();
        SourceSignature { params, result: self.result.unqualified() }
    }
}

impl SourceType {
    /// C: without `const` and `restrict`, also in what it leads to.
    pub fn unqualified(self) -> SourceType {
        let fields = |fields: Vec<SourceField>| {
            fields.into_iter().map(|field| SourceField { ty: field.ty.unqualified(), ..field }).collect()
        };
        let (name, kind) = match self.kind {
            SourceKind::Pointer(to) => {
                let name = self.name.replace("const ", "").replace("restrict", "");
                (name, SourceKind::Pointer(Box::new(to.unqualified())))
            }
            SourceKind::Struct(of) => (self.name, SourceKind::Struct(fields(of))),
            SourceKind::Union(of) => (self.name, SourceKind::Union(fields(of))),
            SourceKind::Array(of, count) => (self.name, SourceKind::Array(Box::new(of.unqualified()), count)),
            kind => (self.name, kind),
        };
        SourceType { name, kind, ..self }
    }

    /// Where a structure's fields of some bits share a number with bits of no field: the bits that have names.
    pub(crate) fn bits_with_names(&self, column: &Column) -> Option<u128> {
        let (SourceKind::Struct(fields), Scalar::Int(width)) = (&self.kind, column.scalar) else { return None };
        if !fields.iter().any(|field| field.bits % 8 != 0 || field.offset % 8 != 0) {
            return None;
        }
        let (start, width) = (column.offset * 8, u64::from(width));
        let is_named = |bit: u64| fields.iter().any(|field| (field.offset..field.offset + field.bits).contains(&bit));
        let end = start + column.dims.first().map_or(width, |(count, step)| count * step * 8);
        match (start..end).any(is_named) {
            // What fills up the room behind such fields.
            false => Some(0),
            true if column.dims.is_empty() => {
                let named = (0..width).filter(|bit| is_named(start + bit)).fold(0, |named, bit| named | 1 << bit);
                (named != u128::MAX >> (128 - width.min(128))).then_some(named)
            }
            true => None,
        }
    }

    fn new(name: impl Into<String>, size: u64, kind: SourceKind) -> SourceType {
        SourceType { name: name.into(), size, kind }
    }

    fn unknown() -> SourceType {
        SourceType::new("", 0, SourceKind::Unknown)
    }

    fn void() -> SourceType {
        SourceType::new("void", 0, SourceKind::Void)
    }

    pub fn is_aggregate(&self) -> bool {
        use SourceKind::{Array, Struct, Union, Variants};
        matches!(self.kind, Struct(_) | Union(_) | Variants { .. } | Array(..))
    }

    /// Does it lead to characters?
    pub fn is_text(&self) -> bool {
        matches!(&self.kind, SourceKind::Pointer(to) if matches!(to.kind, SourceKind::Char { .. }))
    }

    /// Is it, or is a part of it, an address?
    pub fn holds_pointer(&self) -> bool {
        let any = |fields: &[SourceField]| fields.iter().any(|field| field.ty.holds_pointer());
        match &self.kind {
            SourceKind::Pointer(_) | SourceKind::Unknown => true,
            SourceKind::Struct(fields) | SourceKind::Union(fields) => any(fields),
            SourceKind::Variants { variants, .. } => variants.iter().any(|(_, field)| field.ty.holds_pointer()),
            SourceKind::Array(of, _) => of.holds_pointer(),
            SourceKind::Void
            | SourceKind::Bool
            | SourceKind::Int { .. }
            | SourceKind::Char { .. }
            | SourceKind::CodePoint
            | SourceKind::Float
            | SourceKind::Enum { .. } => false,
        }
    }
}

impl Module {
    /// What the source says of the function with that description.
    pub(crate) fn source_signature(&self, subprogram: u32) -> Option<SourceSignature> {
        let routine = self.metadata(reference(self.metadata(subprogram)?, "type: !")?)?;
        let list = self.metadata(reference(routine, "types: !")?)?;
        let mut types = items(list).map(|item| match item {
            "null" => SourceType::void(),
            item => {
                item.strip_prefix('!').and_then(|n| n.parse().ok()).map_or_else(SourceType::unknown, |n| self.ty(n))
            }
        });
        let result = types.next().unwrap_or_else(SourceType::void);
        Some(SourceSignature { params: types.collect(), result })
    }

    /// Where the source defines the function with that description: the crate, modules, the type whose method it is.
    pub(crate) fn source_path(&self, subprogram: u32) -> Option<Vec<String>> {
        let mut path = Vec::new();
        let mut next = Some(subprogram);
        while let Some(text) = next.and_then(|number| self.metadata(number)) {
            let name = quoted(text, "name: ")?;
            // `min<u8>` is `min`.
            path.push(name.split('<').next().unwrap_or(name).to_owned());
            next = reference(text, "scope: !");
        }
        path.reverse();
        Some(path)
    }

    /// The structures of the program with private fields that what a function with that description takes is, holds or
    /// leads to, parameter by parameter.
    pub(crate) fn guarded_types(&self, subprogram: u32) -> Vec<Vec<String>> {
        let types = || {
            let routine = self.metadata(reference(self.metadata(subprogram)?, "type: !")?)?;
            self.metadata(reference(routine, "types: !")?)
        };
        let number = |item: &str| item.strip_prefix('!').and_then(|number| number.parse().ok());
        let of = |item: &str| {
            let (mut met, mut found) = (Vec::new(), Vec::new());
            if let Some(number) = number(item) {
                self.find_guarded(number, &mut met, &mut found);
            }
            found
        };
        types().map(|list| items(list).skip(1).map(of).collect()).unwrap_or_default()
    }

    /// The library's own types are gone through by what they are made for: what they hold they keep in order themselves.
    fn find_guarded(&self, number: u32, met: &mut Vec<u32>, found: &mut Vec<String>) {
        let Some(text) = self.metadata(number).filter(|_| !met.contains(&number)) else { return };
        met.push(number);
        let elements = self.elements(text);
        let is_member = |element: &&str| element.contains("DW_TAG_member");
        let name = quoted(text, "name: ").unwrap_or_default();
        if text.contains("DW_TAG_structure_type") {
            let is_own = self.qualified(text, name) == name && !name.starts_with(['&', '(']);
            let has_private = elements.iter().filter(|e| is_member(e)).any(|element| element.contains("DIFlagPrivate"));
            if is_own && has_private && text.contains("DIFlagPublic") {
                if !found.iter().any(|known| known == name) {
                    found.push(name.to_owned());
                }
                return;
            }
        }
        for part in elements.iter().copied().chain([text]) {
            let next = reference(part, "baseType: !").into_iter();
            next.for_each(|next| self.find_guarded(next, met, found));
            if part.contains("DW_TAG_variant_part") {
                let variants = self.elements(part);
                let next = variants.iter().filter_map(|variant| reference(variant, "baseType: !"));
                next.for_each(|next| self.find_guarded(next, met, found));
            }
        }
        let list = reference(text, "templateParams: !").and_then(|number| self.metadata(number)).unwrap_or_default();
        for argument in items(list).filter_map(|item| self.metadata(item.strip_prefix('!')?.parse().ok()?)) {
            let next = reference(argument, "type: !").into_iter();
            next.for_each(|next| self.find_guarded(next, met, found));
        }
    }

    /// The type of a global variable, by what its description's number is.
    pub(crate) fn source_global(&self, name: &str) -> Option<SourceType> {
        let expression = self.metadata(self.global_description(name)?)?;
        let variable = reference(expression, "var: !").and_then(|number| self.metadata(number)).unwrap_or(expression);
        Some(self.ty(reference(variable, "type: !")?))
    }

    /// The type of a local variable, by its description's number.
    pub(crate) fn source_variable(&self, number: u32) -> Option<SourceType> {
        Some(self.ty(reference(self.metadata(number)?, "type: !")?))
    }

    fn ty(&self, number: u32) -> SourceType {
        self.ty_within(number, DEEPEST)
    }

    fn ty_within(&self, number: u32, depth: u32) -> SourceType {
        let Some(text) = self.metadata(number).filter(|_| depth > 0) else { return SourceType::unknown() };
        let name = quoted(text, "name: ").unwrap_or_default();
        let size = number_of(text, "size: ") / 8;
        if text.contains("DIBasicType(") {
            return SourceType::new(name, size, basic(text));
        }
        let base = || match reference(text, "baseType: !") {
            Some(number) => self.ty_within(number, depth - 1),
            None => SourceType::void(),
        };
        match field(text, "tag: ").unwrap_or_default() {
            "DW_TAG_typedef" => SourceType { name: name.to_owned(), ..base() },
            "DW_TAG_const_type" | "DW_TAG_volatile_type" | "DW_TAG_atomic_type" => base(),
            "DW_TAG_restrict_type" => {
                let pointer = base();
                SourceType { name: format!("{}restrict", pointer.name), ..pointer }
            }
            "DW_TAG_pointer_type" | "DW_TAG_reference_type" => {
                let to = base();
                // Rust gives its pointers names; C spells them.
                let is_const = reference(text, "baseType: !")
                    .and_then(|number| self.metadata(number))
                    .is_some_and(|text| field(text, "tag: ") == Some("DW_TAG_const_type"));
                let sign = if text.contains("DW_TAG_reference_type") { '&' } else { '*' };
                let spelled = match (name.is_empty(), is_const) {
                    (false, _) => name.to_owned(),
                    (true, true) => format!("const {} {sign}", to.name),
                    (true, false) => format!("{} {sign}", to.name),
                };
                SourceType::new(spelled, size, SourceKind::Pointer(Box::new(to)))
            }
            "DW_TAG_structure_type" | "DW_TAG_class_type" => {
                let kind = self.structure(text, depth);
                SourceType::new(self.qualified(text, &self.tagged("struct", name)), size, kind)
            }
            "DW_TAG_union_type" => {
                SourceType::new(self.tagged("union", name), size, SourceKind::Union(self.fields(text, depth)))
            }
            "DW_TAG_enumeration_type" => {
                let signed = matches!(base().kind, SourceKind::Int { signed: true } | SourceKind::Void);
                let name = self.qualified(text, &self.tagged("enum", name));
                SourceType::new(name, size, SourceKind::Enum { signed, values: self.values(text) })
            }
            "DW_TAG_array_type" => self.array(text, base()),
            _ => SourceType::unknown(),
        }
    }

    /// A type of Rust's own library has its whole path; what the program defines is known by its name.
    fn qualified(&self, text: &str, name: &str) -> String {
        let (mut path, mut scope) = (Vec::new(), reference(text, "scope: !"));
        while let Some(space) =
            scope.and_then(|number| self.metadata(number)).filter(|text| text.contains("DINamespace("))
        {
            path.push(quoted(space, "name: ").unwrap_or_default());
            scope = reference(space, "scope: !");
        }
        match path.last() {
            Some(&("core" | "alloc" | "std")) => {
                path.reverse();
                format!("{}::{name}", path.join("::"))
            }
            _ => name.to_owned(),
        }
    }

    /// C writes `struct` before the name; the other languages do not.
    fn tagged(&self, word: &str, name: &str) -> String {
        if name.is_empty() || !self.is_c() { name.to_owned() } else { format!("{word} {name}") }
    }

    fn structure(&self, text: &str, depth: u32) -> SourceKind {
        let elements = self.elements(text);
        let part = elements.iter().copied().find(|element| element.contains("DW_TAG_variant_part"));
        match part {
            Some(part) => self.variants(part, depth),
            None => SourceKind::Struct(self.fields(text, depth)),
        }
    }

    fn variants(&self, part: &str, depth: u32) -> SourceKind {
        let tag = reference(part, "discriminator: !")
            .and_then(|number| self.member(self.metadata(number)?, depth))
            .map(Box::new);
        let elements = self.elements(part);
        let variant = |text: &&str| {
            let discriminant =
                field(text, "extraData: ").and_then(|data| data.rsplit(' ').next()?.parse::<i128>().ok());
            Some((discriminant.map(|value| value as u128), self.member(text, depth)?))
        };
        SourceKind::Variants { tag, variants: elements.iter().filter_map(variant).collect() }
    }

    fn fields(&self, text: &str, depth: u32) -> Vec<SourceField> {
        let elements = self.elements(text);
        let is_part = |element: &&&str| {
            is_base(element) || element.contains("DW_TAG_member") && !element.contains("DIFlagStaticMember")
        };
        elements.iter().filter(is_part).filter_map(|element| self.member(element, depth)).collect()
    }

    fn member(&self, text: &str, depth: u32) -> Option<SourceField> {
        let ty = match is_base(text) && text.contains("DIFlagVirtual") {
            // Where it stands is told at run time.
            true => SourceType::unknown(),
            false => self.ty_within(reference(text, "baseType: !")?, depth - 1),
        };
        Some(SourceField {
            name: quoted(text, "name: ").unwrap_or_default().to_owned(),
            offset: number_of(text, "offset: "),
            bits: if is_base(text) { ty.size * 8 } else { number_of(text, "size: ") },
            ty,
        })
    }

    /// C++: does a function with that description take something of a class that keeps a part to itself, or of the
    /// standard library? What such an object holds only its own functions say.
    pub(crate) fn takes_private(&self, subprogram: u32) -> bool {
        let types = || {
            let routine = self.metadata(reference(self.metadata(subprogram)?, "type: !")?)?;
            self.metadata(reference(routine, "types: !")?)
        };
        let number = |item: &str| item.strip_prefix('!').and_then(|number| number.parse().ok());
        let is_private = |item: &str| number(item).is_some_and(|number| self.is_private_class(number, DEEPEST));
        types().is_some_and(|list| items(list).skip(1).any(is_private))
    }

    fn is_private_class(&self, number: u32, depth: u32) -> bool {
        let Some(text) = self.metadata(number).filter(|_| depth > 0) else { return false };
        let leads_on =
            |text: &str| reference(text, "baseType: !").is_some_and(|number| self.is_private_class(number, depth - 1));
        let is_class = text.contains("DW_TAG_class_type");
        if !is_class && !text.contains("DW_TAG_structure_type") && !text.contains("DW_TAG_union_type") {
            return leads_on(text);
        }
        let elements = self.elements(text);
        let parts = elements.iter().filter(|element| is_base(element) || element.contains("DW_TAG_member"));
        let mut parts = parts.filter(|element| !element.contains("DIFlagStaticMember"));
        // What is so by default is not said.
        let is_hidden = |element: &str| match is_class {
            true => !element.contains("DIFlagPublic"),
            false => element.contains("DIFlagPrivate") || element.contains("DIFlagProtected"),
        };
        self.qualified(text, "").starts_with("std::") || parts.any(|part| is_hidden(part) || leads_on(part))
    }

    fn values(&self, text: &str) -> Vec<(String, i128)> {
        let elements = self.elements(text);
        let value =
            |element: &&str| Some((quoted(element, "name: ")?.to_owned(), field(element, "value: ")?.parse().ok()?));
        elements.iter().filter_map(value).collect()
    }

    fn array(&self, text: &str, of: SourceType) -> SourceType {
        let count = |range: &&str| field(range, "count: ").and_then(|count| count.parse::<u64>().ok()).unwrap_or(0);
        let counts: Vec<u64> = self.elements(text).iter().map(count).collect();
        counts.iter().rev().fold(of, |of, count| {
            let size = of.size * count;
            SourceType::new("", size, SourceKind::Array(Box::new(of), *count))
        })
    }

    fn elements(&self, text: &str) -> Vec<&str> {
        let list = reference(text, "elements: !").and_then(|number| self.metadata(number)).unwrap_or_default();
        items(list).filter_map(|item| self.metadata(item.strip_prefix('!')?.parse().ok()?)).collect()
    }
}

/// Is it a class that a class is made from?
fn is_base(element: &str) -> bool {
    element.contains("DW_TAG_inheritance")
}

/// The items of `!{!1, null, !2}`.
fn items(list: &str) -> impl Iterator<Item = &str> {
    list.trim_start_matches("!{").trim_end_matches('}').split(", ").filter(|item| !item.is_empty())
}

fn number_of(text: &str, key: &str) -> u64 {
    field(text, key).and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn basic(text: &str) -> SourceKind {
    match field(text, "encoding: ").unwrap_or_default() {
        "DW_ATE_boolean" => SourceKind::Bool,
        "DW_ATE_signed" => SourceKind::Int { signed: true },
        "DW_ATE_unsigned" => SourceKind::Int { signed: false },
        "DW_ATE_signed_char" => SourceKind::Char { signed: true },
        "DW_ATE_unsigned_char" => SourceKind::Char { signed: false },
        "DW_ATE_float" => SourceKind::Float,
        "DW_ATE_UTF" => SourceKind::CodePoint,
        _ => SourceKind::Unknown,
    }
}
