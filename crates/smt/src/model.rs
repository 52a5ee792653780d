//! Reading Z3's models back into values.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use term::{Assignment, Node, Pool, TermId};
use value::{Ctor, Float, Int, LAST_CODE_POINT, MapValue, Op, Rounding, Sort, SortKind, Value};

use crate::context::text;
use crate::sorts::{data_sort, z3_sort};
use crate::translate::Translator;
use crate::z3::*;

/// Longest sequence that is read back.
const LONGEST: usize = 100_000;

struct Reader<'a> {
    translator: &'a Translator,
    model: Z3_model,
}

/// The model's values of the variables in these terms; `None` if one cannot be read.
pub(crate) fn extract(translator: &Translator, solver: Z3_solver, pool: &Pool, terms: &[TermId]) -> Option<Assignment> {
    let raw = translator.context.raw;
    // SAFETY: the solver just answered; without a model Z3 gives none. It is released below.
    let model = unsafe {
        let model = Z3_solver_get_model(raw, solver)?;
        Z3_model_inc_ref(raw, model);
        model
    };
    let reader = Reader { translator, model };
    let mut assignment = Assignment::default();
    let mut complete = true;
    for variable in pool.free_variables(terms.iter().copied()) {
        let known = pool.variable(variable);
        match reader.variable(pool, known.term, known.sort) {
            Ok(Some(value)) => assignment.set(variable, value),
            // Z3 never saw it: any value will do.
            Ok(None) => {}
            Err(Unreadable) => complete = false,
        }
    }
    // SAFETY: matches the increment above.
    unsafe { Z3_model_dec_ref(raw, model) };
    complete.then_some(assignment)
}

struct Unreadable;

impl Reader<'_> {
    fn variable(&self, pool: &Pool, term: TermId, sort: Sort) -> Result<Option<Value>, Unreadable> {
        match sort.kind() {
            SortKind::Seq(element) => self.sequence(pool, term, *element, false),
            _ => match self.translator.known_node(term) {
                None => Ok(None),
                Some(node) => match self.interpretation(node).map(|node| self.value(node, sort)) {
                    Some(Ok(value)) => Ok(Some(value)),
                    Some(Err(Unreadable)) | None => self.value(self.eval(node)?, sort).map(Some),
                },
            },
        }
    }

    /// `is_text`: it stands in a sequence of texts.
    fn sequence(&self, pool: &Pool, term: TermId, element: Sort, is_text: bool) -> Result<Option<Value>, Unreadable> {
        let length = pool.existing(&Op::SeqLen, &[term], Sort::int()).and_then(|len| self.translator.known_node(len));
        let array = self.translator.known_array(term);
        let length = match length {
            None => 0,
            Some(node) => match self.value(self.eval(node)?, Sort::int())? {
                Value::Int(length) => length.to_usize().filter(|length| *length <= LONGEST).ok_or(Unreadable)?,
                _ => return Err(Unreadable),
            },
        };
        let is_text = match self.translator.is_text(term) {
            Some(node) => self.value(self.eval(node)?, Sort::bool())? == Value::Bool(true),
            None => is_text,
        };
        if let SortKind::Seq(inner) = element.kind() {
            let elements: Result<Vec<Option<Value>>, Unreadable> =
                (0..length).map(|index| self.nested(pool, term, index, *inner, is_text)).collect();
            return self.with_keys(pool, term, elements?).map(Some);
        }
        // What nobody asked for may be anything; what differs should go on to differ.
        let codes = Int::from(LAST_CODE_POINT + 1);
        let fitting = |value: Value| match &value {
            Value::Int(code) if is_text => Value::Int(code.rem(&codes, Rounding::Euclid)),
            _ => value,
        };
        let elements: Result<Vec<Value>, Unreadable> = (0..length)
            .map(|index| match array {
                None => Ok(Value::default_of(element)),
                Some(array) => {
                    let context = &self.translator.context;
                    let node = context.select(array, context.int(index as i64));
                    self.value(self.eval(node)?, element)
                }
            })
            .collect();
        let elements = elements?.into_iter().map(fitting).collect();
        self.with_values(pool, term, elements, element).map(Some)
    }

    /// The sequence with what nobody asked for: the keys that it was said to have, and others that differ.
    fn with_keys(&self, pool: &Pool, term: TermId, elements: Vec<Option<Value>>) -> Result<Value, Unreadable> {
        let (mut elements, mut missing) = (elements, Vec::new());
        let mut is_asked = false;
        for asked in self.translator.asked_of_keys().iter().filter(|asked| asked.keys == term && asked.values.is_none())
        {
            is_asked = pool.sort(asked.key) == Sort::string();
            let is_key = self.value(self.eval(asked.answer)?, Sort::bool())? == Value::Bool(true);
            if let Some(key) = self.key(pool, asked.key)?.filter(|_| is_key)
                && !missing.contains(&key)
                && !elements.iter().flatten().any(|element| *element == key)
            {
                missing.push(key);
            }
        }
        let mut missing = missing.into_iter();
        for element in elements.iter_mut().filter(|element| element.is_none()) {
            *element = missing.next();
        }
        elements.extend(missing.map(Some));
        let mut known: BTreeSet<Value> = elements.iter().flatten().cloned().collect();
        let mut count = 0;
        let filled = elements.into_iter().map(|element| {
            element.unwrap_or_else(|| {
                let mut other = Value::seq(Vec::new());
                while is_asked && !known.insert(other.clone()) {
                    count += 1;
                    other = Value::string(&format!("k{count}"));
                }
                other
            })
        });
        Ok(Value::seq(filled.collect()))
    }

    /// What a key is, if that is told.
    fn key(&self, pool: &Pool, key: TermId) -> Result<Option<Value>, Unreadable> {
        match (pool.as_const(key), pool.node(key), pool.sort(key).kind()) {
            (Some(value), ..) => Ok(Some(value.clone())),
            (_, Node::Var(_), SortKind::Seq(element)) => {
                Ok(Some(self.sequence(pool, key, *element, true)?.unwrap_or_else(|| Value::seq(Vec::new()))))
            }
            _ => Ok(None),
        }
    }

    /// The sequence with what stands beside keys.
    fn with_values(&self, pool: &Pool, term: TermId, elements: Vec<Value>, element: Sort) -> Result<Value, Unreadable> {
        let mut elements = elements;
        for asked in self.translator.asked_of_keys().iter().filter(|asked| asked.values == Some(term)) {
            let Some(key) = self.key(pool, asked.key)? else { continue };
            let SortKind::Seq(of_keys) = pool.sort(asked.keys).kind() else { continue };
            let Some(Value::Seq(keys)) = self.sequence(pool, asked.keys, *of_keys, true)? else { continue };
            let Some(place) = keys.iter().rposition(|known| *known == key) else { continue };
            if elements.len() <= place {
                elements.resize(place + 1, Value::default_of(element));
            }
            elements[place] = self.value(self.eval(asked.answer)?, element)?;
        }
        Ok(Value::seq(elements))
    }

    /// An element that is a sequence itself, as far as it was asked for at that place.
    fn nested(
        &self,
        pool: &Pool,
        term: TermId,
        index: usize,
        inner: Sort,
        is_text: bool,
    ) -> Result<Option<Value>, Unreadable> {
        let place = pool.existing_const(&Value::Int(Int::from(index)), Sort::int());
        let element = place.and_then(|place| pool.existing(&Op::SeqNth, &[term, place], Sort::seq(inner)));
        match element {
            Some(element) => self.sequence(pool, element, inner, is_text),
            None => Ok(None),
        }
    }

    /// What the model holds for a constant: much cheaper than evaluating it.
    fn interpretation(&self, node: Z3_ast) -> Option<Z3_ast> {
        let raw = self.translator.context.raw;
        // SAFETY: the node is a constant of the context; the model keeps what it gives.
        unsafe {
            let declaration = Z3_get_app_decl(raw, Z3_to_app(raw, node)?)?;
            Z3_model_get_const_interp(raw, self.model, declaration)
        }
    }

    fn eval(&self, node: Z3_ast) -> Result<Z3_ast, Unreadable> {
        let mut result = node;
        // SAFETY: node and model belong to the context; the result is kept.
        let done = unsafe { Z3_model_eval(self.translator.context.raw, self.model, node, true, &mut result) };
        if done { Ok(self.translator.context.keep(Some(result))) } else { Err(Unreadable) }
    }

    fn value(&self, node: Z3_ast, sort: Sort) -> Result<Value, Unreadable> {
        let raw = self.translator.context.raw;
        match sort.kind() {
            // SAFETY (here and below): the node belongs to the context.
            SortKind::Bool => match unsafe { Z3_get_bool_value(raw, node) } {
                Z3_L_TRUE => Ok(Value::Bool(true)),
                Z3_L_FALSE => Ok(Value::Bool(false)),
                _ => Err(Unreadable),
            },
            SortKind::Int => {
                let mut small = 0;
                if unsafe { Z3_is_numeral_ast(raw, node) && Z3_get_numeral_int64(raw, node, &mut small) } {
                    return Ok(Value::int(small));
                }
                Int::parse(&self.numeral(node)?).map(Value::Int).ok_or(Unreadable)
            }
            SortKind::Real => {
                let digits = self.numeral(node)?;
                let (above, below) = digits.split_once('/').unwrap_or((&digits, "1"));
                let parse = |digits: &str| digits.parse::<BigInt>().map_err(|_| Unreadable);
                Ok(Value::Real(Arc::new(BigRational::new(parse(above)?, parse(below)?))))
            }
            SortKind::Bv(width) => {
                let bits: u128 = self.numeral(node)?.parse().map_err(|_| Unreadable)?;
                Ok(Value::bv(*width, bits))
            }
            SortKind::Float(format) => {
                if unsafe { Z3_fpa_is_numeral_nan(raw, node) } {
                    return Ok(Value::Float(Float::of(*format, f64::NAN)));
                }
                let bits = self.translator.context.keep(unsafe { Z3_mk_fpa_to_ieee_bv(raw, node) });
                let bits: u64 = self.numeral(self.eval(bits)?)?.parse().map_err(|_| Unreadable)?;
                Ok(Value::Float(Float::from_bits(*format, bits)))
            }
            SortKind::Ref(_) => self.reference(node),
            SortKind::Atom => {
                let number: i64 = self.numeral(node)?.parse().map_err(|_| Unreadable)?;
                Ok(Value::Atom(self.translator.atom_of(number)))
            }
            SortKind::Map(key, value) => self.map(node, *key, *value),
            SortKind::Opaque(_) => Ok(Value::Opaque(self.opaque_number(node))),
            SortKind::Data(_) => self.data(node, sort),
            SortKind::Seq(_) => Err(Unreadable),
        }
    }

    /// References are only compared, so any names that differ will do for the negative numbers.
    fn reference(&self, node: Z3_ast) -> Result<Value, Unreadable> {
        const NEGATIVE: i64 = 1 << 31;
        let number: i64 = self.numeral(node)?.parse().map_err(|_| Unreadable)?;
        let number = match number {
            0..NEGATIVE => number,
            _ if -NEGATIVE < number && number < 0 => NEGATIVE - number,
            _ => return Err(Unreadable),
        };
        u32::try_from(number).map(Value::Ref).map_err(|_| Unreadable)
    }

    fn data(&self, node: Z3_ast, sort: Sort) -> Result<Value, Unreadable> {
        let raw = self.translator.context.raw;
        let functions = data_sort(&self.translator.context, sort).ok_or(Unreadable)?;
        // SAFETY: the node belongs to the context; operands exist as the constructor says.
        unsafe {
            let app = Z3_to_app(raw, node).ok_or(Unreadable)?;
            let made = Z3_get_app_decl(raw, app).ok_or(Unreadable)?;
            let is_made = |ctor: &crate::sorts::DataCtor| Z3_is_eq_func_decl(raw, ctor.make, made);
            let index = functions.ctors.iter().position(is_made).ok_or(Unreadable)?;
            let ctor = Ctor { datatype: sort.datatype().ok_or(Unreadable)?, index };
            let sorts = ctor.definition().fields.iter().map(|(_, sort)| *sort);
            let fields: Result<Vec<Value>, Unreadable> = sorts
                .enumerate()
                .map(|(at, sort)| self.value(Z3_get_app_arg(raw, app, at as u32).ok_or(Unreadable)?, sort))
                .collect();
            Ok(Value::data(ctor, fields?))
        }
    }

    /// Elements of an opaque sort are named `T!val!3`.
    fn opaque_number(&self, node: Z3_ast) -> u32 {
        // SAFETY: the node belongs to the context.
        let name = text(unsafe { Z3_ast_to_string(self.translator.context.raw, node) });
        name.rsplit('!').next().and_then(|digits| digits.parse().ok()).unwrap_or(0)
    }

    fn numeral(&self, node: Z3_ast) -> Result<String, Unreadable> {
        let raw = self.translator.context.raw;
        // SAFETY: the node belongs to the context.
        unsafe {
            if !Z3_is_numeral_ast(raw, node) {
                return Err(Unreadable);
            }
            Ok(text(Z3_get_numeral_string(raw, node)))
        }
    }

    /// A chain of writes over a constant array.
    fn map(&self, node: Z3_ast, key: Sort, value: Sort) -> Result<Value, Unreadable> {
        let raw = self.translator.context.raw;
        z3_sort(&self.translator.context, key).ok_or(Unreadable)?;
        let mut writes = Vec::new();
        let mut node = node;
        loop {
            // SAFETY: the nodes belong to the context; operands exist as their kind says.
            unsafe {
                let app = Z3_to_app(raw, node).ok_or(Unreadable)?;
                let declaration = Z3_get_app_decl(raw, app).ok_or(Unreadable)?;
                let operand = |index: u32| Z3_get_app_arg(raw, app, index).ok_or(Unreadable);
                match Z3_get_decl_kind(raw, declaration) {
                    DeclKind::Store => {
                        writes.push((self.value(operand(1)?, key)?, self.value(operand(2)?, value)?));
                        node = operand(0)?;
                    }
                    DeclKind::ConstArray => {
                        let mut map = MapValue::constant(self.value(operand(0)?, value)?);
                        for (at, value) in writes.into_iter().rev() {
                            map = map.store_at(key, at, value);
                        }
                        return Ok(Value::Map(Arc::new(map)));
                    }
                    _ => return Err(Unreadable),
                }
            }
        }
    }
}
