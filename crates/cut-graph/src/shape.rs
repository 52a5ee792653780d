//! What stays the same each time a program point is reached, and what varies.
//!
//! A state at a cut point is a tree of constructors, known elements and written keys whose leaves
//! are plain values. A leaf that is the same function of the inputs at every arrival is *fixed*;
//! the others become the variables of the cut point. Shapes only ever become more general, so
//! finding them ends.

use std::sync::Arc;

use equiv::gap::Shapeless;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Node, Pool, TermId, VarId};
use value::{Ctor, Op, Sort, SortKind, Symbol, Table, Value};

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Depends on the inputs only, in the same way at every arrival.
    Fixed(TermId),
    /// A variable.
    Leaf(Sort),
    Construct(Ctor, Vec<Shape>),
    /// A sequence with these elements.
    Elements(Sort, Vec<Shape>),
    /// A sequence whose elements are all made by one constructor.
    Wrapped(Ctor, Box<Shape>),
    /// A map that is a table, or chosen keys: that operator, what is present, what the values are, and its other operands.
    Table(Op, Box<Shape>, Option<Box<Shape>>, Vec<TermId>),
    /// A map with writes to constant keys.
    Writes(TermId, Vec<(Value, Shape)>),
}

/// What a variable is called in reports, and what the objects that it may be part of are called.
#[derive(Copy, Clone)]
pub struct Name<'a> {
    pub text: &'a str,
    pub objects: &'a FxHashMap<(Symbol, u32), String>,
}

impl<'a> Name<'a> {
    /// The name for what an object holds.
    fn of_key(&self, key_sort: Sort, key: &Value) -> Option<Name<'a>> {
        let (SortKind::Ref(kind), Value::Ref(number)) = (key_sort.kind(), key) else { return None };
        let text = self.objects.get(&(*kind, *number))?;
        Some(Name { text, objects: self.objects })
    }
}

impl Shape {
    /// The sorts of its variables, in order.
    pub fn leaf_sorts(&self, found: &mut Vec<Sort>) {
        match self {
            Shape::Fixed(_) => {}
            Shape::Leaf(sort) => found.push(*sort),
            Shape::Construct(_, shapes) | Shape::Elements(_, shapes) => {
                shapes.iter().for_each(|shape| shape.leaf_sorts(found));
            }
            Shape::Wrapped(_, inner) => inner.leaf_sorts(found),
            Shape::Table(_, present, values, _) => {
                present.leaf_sorts(found);
                values.iter().for_each(|values| values.leaf_sorts(found));
            }
            Shape::Writes(_, writes) => writes.iter().for_each(|(_, shape)| shape.leaf_sorts(found)),
        }
    }
}

/// Terms as far as shapes are concerned.
pub struct Shaper<'a> {
    pub pool: &'a mut Pool,
    pub inputs: &'a FxHashSet<VarId>,
}

impl Shaper<'_> {
    /// Does the term depend on nothing but the inputs?
    fn is_fixed(&self, term: TermId) -> bool {
        self.pool.free_variables([term]).iter().all(|variable| self.inputs.contains(variable))
    }

    /// The shape of one arrival.
    pub fn shape(&mut self, term: TermId) -> Result<Shape, Shapeless> {
        if self.is_fixed(term) { Ok(Shape::Fixed(term)) } else { self.open(term) }
    }

    /// The shape of a term that varies, one level taken apart.
    fn open(&mut self, term: TermId) -> Result<Shape, Shapeless> {
        let sort = self.pool.sort(term);
        if let Some((ctor, fields)) = self.pool.as_construct(term) {
            let fields: Result<Vec<Shape>, Shapeless> = fields.iter().map(|field| self.shape(*field)).collect();
            return Ok(Shape::Construct(ctor, fields?));
        }
        if sort.element().is_some() {
            return self.open_sequence(term, sort);
        }
        if let SortKind::Map(..) = sort.kind() {
            let (base, writes) = self.pool.constant_writes(term);
            if self.is_fixed(base) {
                let writes: Result<Vec<(Value, Shape)>, Shapeless> =
                    writes.into_iter().map(|(key, value)| Ok((key, self.shape(value)?))).collect();
                return Ok(Shape::Writes(base, writes?));
            }
        }
        if let Some(form) = self.table_form(term)
            && let Some(parts) = self.table_parts(&form, term)
        {
            let shapes: Result<Vec<Shape>, Shapeless> = parts.iter().map(|part| self.shape(*part)).collect();
            return Ok(form.shape(shapes?));
        }
        leaf(sort)
    }

    fn open_sequence(&mut self, term: TermId, sort: Sort) -> Result<Shape, Shapeless> {
        if let Some(elements) = self.pool.as_elements(term) {
            let element = sort.element().expect("a sequence");
            let shapes: Result<Vec<Shape>, Shapeless> = elements.iter().map(|one| self.shape(*one)).collect();
            return Ok(Shape::Elements(element, shapes?));
        }
        match self.wrapped(term) {
            Some(ctor) => Ok(Shape::Wrapped(ctor, Box::new(leaf(Sort::seq(ctor.definition().fields[0].1))?))),
            None => leaf(sort),
        }
    }

    /// The constructor that makes all elements of the sequence, if the term shows one.
    fn wrapped(&mut self, term: TermId) -> Option<Ctor> {
        self.pool.sort(term).element()?.datatype()?;
        match self.pool.node(term).clone() {
            Node::App(Op::SeqWrap(ctor), _) => Some(ctor),
            Node::App(Op::SeqConcat, args) => self.wrapped(args[0]).or_else(|| self.wrapped(args[1])),
            Node::App(Op::SeqUpdate | Op::SeqSlice, args) => self.wrapped(args[0]),
            Node::App(Op::Ite, args) => self.wrapped(args[1]).or_else(|| self.wrapped(args[2])),
            _ => {
                let elements = self.pool.as_elements(term)?;
                let (ctor, fields) = self.pool.as_construct(*elements.first()?)?;
                (fields.len() == 1).then_some(ctor)
            }
        }
    }

    /// `s` where the term is `wrap(s)`.
    fn unwrap(&mut self, ctor: Ctor, term: TermId) -> Option<TermId> {
        let inner = ctor.definition().fields[0].1;
        match self.pool.node(term).clone() {
            Node::App(Op::SeqWrap(made), args) => (made == ctor).then(|| args[0]),
            Node::App(Op::SeqConcat, args) => {
                let (a, b) = (self.unwrap(ctor, args[0])?, self.unwrap(ctor, args[1])?);
                Some(self.pool.app(Op::SeqConcat, &[a, b]))
            }
            Node::App(Op::SeqSlice, args) => {
                let s = self.unwrap(ctor, args[0])?;
                Some(self.pool.app(Op::SeqSlice, &[s, args[1], args[2]]))
            }
            Node::App(Op::SeqUpdate, args) => {
                let s = self.unwrap(ctor, args[0])?;
                let value = self.field(ctor, args[2])?;
                Some(self.pool.app(Op::SeqUpdate, &[s, args[1], value]))
            }
            Node::App(Op::Ite, args) => {
                let (a, b) = (self.unwrap(ctor, args[1])?, self.unwrap(ctor, args[2])?);
                Some(self.pool.ite(args[0], a, b))
            }
            _ => {
                let elements = self.pool.as_elements(term)?;
                let fields: Option<Vec<TermId>> = elements.iter().map(|one| self.field(ctor, *one)).collect();
                Some(self.pool.app(Op::SeqOf(inner), &fields?))
            }
        }
    }

    fn field(&mut self, ctor: Ctor, term: TermId) -> Option<TermId> {
        let (made, fields) = self.pool.as_construct(term)?;
        (made == ctor && fields.len() == 1).then(|| fields[0])
    }

    /// The most special shape that fits what came before and this term.
    pub fn join(&mut self, shape: &Shape, term: TermId) -> Result<Shape, Shapeless> {
        match shape {
            Shape::Fixed(known) if *known == term => Ok(shape.clone()),
            Shape::Fixed(known) => {
                let joined = self.join_with_fixed(*known, term);
                joined.or_else(|why| self.join_tables(*known, term).unwrap_or(Err(why)))
            }
            Shape::Leaf(_) => Ok(shape.clone()),
            Shape::Construct(ctor, fields) => match self.pool.as_construct(term) {
                Some((made, terms)) if made == *ctor => {
                    let joined: Result<Vec<Shape>, Shapeless> =
                        fields.iter().zip(terms).map(|(field, term)| self.join(field, term)).collect();
                    Ok(Shape::Construct(*ctor, joined?))
                }
                _ => Err(Shapeless::SometimesMade(*ctor)),
            },
            Shape::Elements(sort, shapes) => {
                if let Some(elements) = self.pool.as_elements(term).filter(|elements| elements.len() == shapes.len()) {
                    let joined: Result<Vec<Shape>, Shapeless> =
                        shapes.iter().zip(elements).map(|(shape, term)| self.join(shape, term)).collect();
                    if let Ok(joined) = joined {
                        return Ok(Shape::Elements(*sort, joined));
                    }
                }
                self.join_lengths(shapes, *sort, term)
            }
            Shape::Wrapped(ctor, inner) => {
                self.unwrap(*ctor, term).ok_or(Shapeless::MixedElements)?;
                Ok(Shape::Wrapped(*ctor, inner.clone()))
            }
            Shape::Table(op, present, values, rest) => {
                let form = Form { op: op.clone(), rest: rest.clone() };
                let parts = self.table_parts(&form, term).ok_or_else(|| Shapeless::Varying(self.pool.sort(term)))?;
                let shapes = std::iter::once(present).chain(values).zip(parts);
                let shapes: Result<Vec<Shape>, Shapeless> =
                    shapes.map(|(shape, part)| self.join(shape, part)).collect();
                Ok(form.shape(shapes?))
            }
            Shape::Writes(base, writes) => {
                let (below, terms) = self.pool.constant_writes(term);
                if below != *base {
                    return leaf(self.pool.sort(term));
                }
                if terms.len() != writes.len() || !writes.iter().all(|(key, _)| terms.contains_key(key)) {
                    let plain = leaf(self.pool.sort(term));
                    return plain.map_err(|_| Shapeless::KeptObjects);
                }
                let joined: Result<Vec<(Value, Shape)>, Shapeless> =
                    writes.iter().map(|(key, shape)| Ok((key.clone(), self.join(shape, terms[key])?))).collect();
                Ok(Shape::Writes(*base, joined?))
            }
        }
    }

    fn join_with_fixed(&mut self, known: TermId, term: TermId) -> Result<Shape, Shapeless> {
        let opened = self.open(known)?;
        if opened == Shape::Fixed(known) { leaf(self.pool.sort(term)) } else { self.join(&opened, term) }
    }

    /// Two maps that are tables of one kind.
    fn join_tables(&mut self, known: TermId, term: TermId) -> Option<Result<Shape, Shapeless>> {
        let form = self.table_form(term).or_else(|| self.table_form(known))?;
        let (before, now) = (self.table_parts(&form, known)?, self.table_parts(&form, term)?);
        let pairs = before.into_iter().zip(now);
        let shapes: Result<Vec<Shape>, Shapeless> =
            pairs.map(|(before, now)| self.join(&Shape::Fixed(before), now)).collect();
        Some(shapes.map(|shapes| form.shape(shapes)))
    }

    /// Sequences of different lengths: of plain elements, or all made by one constructor.
    fn join_lengths(&mut self, shapes: &[Shape], sort: Sort, term: TermId) -> Result<Shape, Shapeless> {
        if sort.datatype().is_none() {
            return leaf(Sort::seq(sort));
        }
        let of_shape = shapes.first().and_then(|shape| match shape {
            Shape::Construct(ctor, fields) if fields.len() == 1 => Some(*ctor),
            Shape::Fixed(term) => self.pool.as_construct(*term).filter(|(_, f)| f.len() == 1).map(|(ctor, _)| ctor),
            _ => None,
        });
        let ctor = of_shape.or_else(|| self.wrapped(term)).ok_or(Shapeless::MixedElements)?;
        let same = |shape: &Shape| match shape {
            Shape::Construct(made, fields) => *made == ctor && fields.len() == 1,
            Shape::Fixed(_) => true,
            _ => false,
        };
        let fixed_fit = shapes.iter().all(|shape| match shape {
            Shape::Fixed(term) => self.field(ctor, *term).is_some(),
            _ => true,
        });
        if !shapes.iter().all(same) || !fixed_fit || self.unwrap(ctor, term).is_none() {
            return Err(Shapeless::MixedElements);
        }
        Ok(Shape::Wrapped(ctor, Box::new(leaf(Sort::seq(ctor.definition().fields[0].1))?)))
    }

    /// The values that this term has at the leaves of its shape.
    pub fn leaves(&mut self, shape: &Shape, term: TermId, found: &mut Vec<TermId>) -> Option<()> {
        match shape {
            Shape::Fixed(known) => (*known == term).then_some(()),
            Shape::Leaf(_) => {
                found.push(term);
                Some(())
            }
            Shape::Construct(ctor, fields) => {
                let (made, terms) = self.pool.as_construct(term)?;
                if made != *ctor {
                    return None;
                }
                fields.iter().zip(terms).try_for_each(|(field, term)| self.leaves(field, term, found))
            }
            Shape::Elements(_, shapes) => {
                let elements = self.pool.as_elements(term).filter(|elements| elements.len() == shapes.len())?;
                shapes.iter().zip(elements).try_for_each(|(shape, term)| self.leaves(shape, term, found))
            }
            Shape::Wrapped(ctor, inner) => {
                let term = self.unwrap(*ctor, term)?;
                self.leaves(inner, term, found)
            }
            Shape::Table(op, present, values, rest) => {
                let parts = self.table_parts(&Form { op: op.clone(), rest: rest.clone() }, term)?;
                let shapes = std::iter::once(present).chain(values);
                shapes.zip(parts).try_for_each(|(shape, part)| self.leaves(shape, part, found))
            }
            Shape::Writes(base, writes) => {
                let (below, terms) = self.pool.constant_writes(term);
                if below != *base || terms.len() != writes.len() {
                    return None;
                }
                writes.iter().try_for_each(|(key, shape)| self.leaves(shape, *terms.get(key)?, found))
            }
        }
    }

    /// The term of that shape with new variables at its leaves.
    pub fn instance(&mut self, shape: &Shape, name: &Name<'_>, variables: &mut Vec<TermId>) -> TermId {
        match shape {
            Shape::Fixed(term) => *term,
            Shape::Leaf(sort) => {
                let variable = self.pool.fresh(name.text, *sort);
                variables.push(variable);
                variable
            }
            Shape::Construct(ctor, fields) => {
                let fields: Vec<TermId> = fields.iter().map(|field| self.instance(field, name, variables)).collect();
                self.pool.app(Op::Construct(*ctor), &fields)
            }
            Shape::Elements(sort, shapes) => {
                let terms: Vec<TermId> = shapes.iter().map(|shape| self.instance(shape, name, variables)).collect();
                self.pool.app(Op::SeqOf(*sort), &terms)
            }
            Shape::Wrapped(ctor, inner) => {
                let inner = self.instance(inner, name, variables);
                self.pool.app(Op::SeqWrap(*ctor), &[inner])
            }
            Shape::Table(op, present, values, rest) => {
                let mut args = vec![self.instance(present, name, variables)];
                args.extend(values.as_ref().map(|values| self.instance(values, name, variables)));
                args.extend(rest);
                self.pool.app(op.clone(), &args)
            }
            Shape::Writes(base, writes) => {
                let SortKind::Map(key_sort, _) = *self.pool.sort(*base).kind() else { return *base };
                let mut map = *base;
                for (key, shape) in writes {
                    let owner = name.of_key(key_sort, key);
                    let value = self.instance(shape, &owner.unwrap_or(*name), variables);
                    let key = self.pool.constant(key.clone(), key_sort);
                    map = self.pool.app(Op::Store, &[map, key, value]);
                }
                map
            }
        }
    }
}

/// What kind of table a map is.
struct Form {
    op: Op,
    /// The operands that are constant.
    rest: Vec<TermId>,
}

impl Form {
    /// The number of operands that may vary.
    fn count(&self) -> usize {
        if matches!(self.op, Op::MapTable(_)) { 2 } else { 1 }
    }

    fn nothing(&self) -> Option<Ctor> {
        match &self.op {
            Op::MapTable(table) => Some(table.nothing),
            Op::MapChosen(nothing, _) => Some(*nothing),
            _ => None,
        }
    }

    fn shape(self, shapes: Vec<Shape>) -> Shape {
        let mut shapes = shapes.into_iter().map(Box::new);
        let present = shapes.next().expect("one or two");
        Shape::Table(self.op, present, shapes.next(), self.rest)
    }
}

impl Shaper<'_> {
    /// The kind of table that a map is, if the term shows one.
    fn table_form(&mut self, term: TermId) -> Option<Form> {
        let SortKind::Map(_, element) = *self.pool.sort(term).kind() else { return None };
        element.datatype()?;
        match self.pool.node(term).clone() {
            Node::App(op @ (Op::MapTable(_) | Op::MapChosen(..)), args) => {
                let rest = match op {
                    Op::MapTable(_) => args[2..].to_vec(),
                    _ => Vec::new(),
                };
                rest.iter().all(|arg| self.pool.as_const(*arg).is_some()).then_some(Form { op, rest })
            }
            Node::App(Op::Store, args) => match self.table_form(args[0]) {
                Some(form) => Some(form),
                None => self.form_of_entry(args[0], args[1], args[2]),
            },
            Node::App(Op::Ite, args) => self.table_form(args[1]).or_else(|| self.table_form(args[2])),
            _ => None,
        }
    }

    /// The kind of table that has such an entry.
    fn form_of_entry(&mut self, below: TermId, key: TermId, entry: TermId) -> Option<Form> {
        let mut below = below;
        while let Node::App(Op::Store, args) = self.pool.node(below) {
            below = args[0];
        }
        let Some(Value::Map(empty)) = self.pool.as_const(below).cloned() else { return None };
        let SortKind::Map(_, element) = *self.pool.sort(below).kind() else { return None };
        let Value::Data(index, fields) = empty.default_value() else { return None };
        let nothing = Ctor { datatype: element.datatype()?, index: *index as usize };
        let (of_key, inner) = self.pool.as_construct(key)?;
        if !fields.is_empty() || inner.len() != 1 {
            return None;
        }
        if key == entry {
            return Some(Form { op: Op::MapChosen(nothing, of_key), rest: Vec::new() });
        }
        let (of_entry, fields) = self.pool.as_construct(entry)?;
        let pair = self.pool.as_elements(*fields.first()?).filter(|pair| pair.len() == 2 && pair[0] == key)?;
        let (of_value, inner) = self.pool.as_construct(pair[1])?;
        let table = Table { nothing, key: of_key, entry: of_entry, value: of_value };
        let rest = fields[1..].to_vec();
        (inner.len() == 1 && rest.iter().all(|arg| self.pool.as_const(*arg).is_some()))
            .then(|| Form { op: Op::MapTable(Arc::new(table)), rest })
    }

    /// What is present, and the values, of a map that is such a table.
    fn table_parts(&mut self, form: &Form, term: TermId) -> Option<Vec<TermId>> {
        match self.pool.node(term).clone() {
            Node::App(op, args) if op == form.op => {
                (args[form.count()..] == form.rest[..]).then(|| args[..form.count()].to_vec())
            }
            Node::App(Op::Store, args) => {
                let parts = self.table_parts(form, args[0])?;
                self.written(form, parts, args[1], args[2])
            }
            Node::App(Op::Ite, args) => {
                let (a, b) = (self.table_parts(form, args[1])?, self.table_parts(form, args[2])?);
                Some(a.into_iter().zip(b).map(|(a, b)| self.pool.ite(args[0], a, b)).collect())
            }
            Node::Const(Value::Map(map)) => {
                let SortKind::Map(key, element) = *self.pool.sort(term).kind() else { return None };
                if *map.default_value() != Value::data(form.nothing()?, []) {
                    return None;
                }
                let mut parts = self.no_entries(form)?;
                for (at, entry) in map.entries() {
                    let at = self.pool.constant(at.clone(), key);
                    let entry = self.pool.constant(entry.clone(), element);
                    parts = self.written(form, parts, at, entry)?;
                }
                Some(parts)
            }
            _ => None,
        }
    }

    fn no_entries(&mut self, form: &Form) -> Option<Vec<TermId>> {
        let field = |ctor: Ctor| ctor.definition().fields[0].1;
        let (key, value) = match &form.op {
            Op::MapTable(table) => (field(table.key), Some(field(table.value))),
            Op::MapChosen(_, key) => (field(*key), None),
            _ => return None,
        };
        let sorts = std::iter::once(Sort::bool()).chain(value);
        Some(
            sorts
                .map(|sort| Sort::map(key, sort))
                .map(|sort| self.pool.constant(Value::default_of(sort), sort))
                .collect(),
        )
    }

    /// The parts after a write.
    fn written(&mut self, form: &Form, parts: Vec<TermId>, key: TermId, entry: TermId) -> Option<Vec<TermId>> {
        let args: Vec<TermId> = parts.into_iter().chain(form.rest.iter().copied()).collect();
        let args = self.pool.written_in_table(&form.op, &args, key, entry)?;
        Some(args[..form.count()].to_vec())
    }
}

/// A variable, where the solver can have one of that sort.
fn leaf(sort: Sort) -> Result<Shape, Shapeless> {
    fn is_plain(sort: Sort) -> bool {
        match sort.kind() {
            SortKind::Data(_) | SortKind::Ref(_) => false,
            SortKind::Seq(element) => {
                is_plain(*element) && element.element().is_none_or(|inner| inner.element().is_none())
            }
            SortKind::Map(key, value) => {
                is_plain(*key) && is_plain(*value) && value.element().is_none_or(|one| one.element().is_none())
            }
            _ => true,
        }
    }
    if is_plain(sort) { Ok(Shape::Leaf(sort)) } else { Err(Shapeless::Varying(sort)) }
}
