//! Which axioms a version needs, and as what formulas; and whether two versions' axioms can be
//! true of the same functions.
//!
//! An axiom counts if it mentions what is reached, and so does all that it mentions. Triggers decide nothing: they are hints
//! for a solver, and an axiom that no solver would look at holds as well.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use value::{Expr as Formula, Op, Sort, Symbol, Value};

use crate::Options;
use crate::ast::Binder;
use crate::typed::{Expr, ExprKind, Quantified};
use crate::types::{Substitution, Ty};

use super::definitions::Sym;
use super::sorts::Instances;
use super::term::{Frame, Scope, Slot, Term};
use super::{Checked, Lowering, instance_name};

/// Instances of one axiom over types: more than this is a family without end.
const MOST_INSTANCES: usize = 100;

/// The axioms by what they mention, and how far they have been looked at.
pub(super) struct AxiomIndex {
    by_symbol: FxHashMap<Sym, Vec<usize>>,
    /// Those that mention nothing but types: they hold of whatever is reached.
    bare: Vec<usize>,
    /// The reached symbols before this one have been looked at.
    next: usize,
    included: FxHashSet<usize>,
    instances: FxHashMap<usize, BTreeSet<Vec<Ty>>>,
}

impl AxiomIndex {
    fn new(lowering: &mut Lowering) -> AxiomIndex {
        let mut by_symbol: FxHashMap<Sym, Vec<usize>> = FxHashMap::default();
        let mut bare = Vec::new();
        for index in 0..lowering.program.axioms.len() {
            let all = lowering.mentioned(index);
            if all.is_empty() {
                bare.push(index);
            }
            for sym in all {
                by_symbol.entry(sym).or_default().push(index);
            }
        }
        AxiomIndex { by_symbol, bare, next: 0, included: FxHashSet::default(), instances: FxHashMap::default() }
    }
}

/// So many unique constants are told to differ from each other in pairs.
const MOST_IN_PAIRS: usize = 64;

/// Adds the axioms about what either version reaches, to each version its own.
pub(super) fn complete(old: &mut Lowering, new: &mut Lowering) {
    let (mut old_seen, mut new_seen) = (0, 0);
    loop {
        old.reach_unique();
        new.reach_unique();
        old.add_axioms();
        new.add_axioms();
        // What one side speaks of is the same thing on the other: its axioms there count too.
        let grown = (old.reached.len(), new.reached.len());
        if grown == (old_seen, new_seen) {
            break;
        }
        let (from_old, from_new) = (names(old, old_seen), names(new, new_seen));
        (old_seen, new_seen) = grown;
        reach_by_name(new, from_old);
        reach_by_name(old, from_new);
    }
    // A name made distinct on one side is made distinct on the other.
    let unique = |side: &Lowering| -> Vec<Symbol> {
        side.unique.iter().map(|constant| side.program.consts[*constant as usize].name).collect()
    };
    let both: BTreeSet<Symbol> = unique(old).into_iter().chain(unique(new)).collect();
    old.add_distinctness(&both);
    new.add_distinctness(&both);
}

/// The symbols met since, by name: whether it is a function, and its type arguments.
fn names(side: &Lowering, since: usize) -> Vec<(bool, Symbol, Vec<Ty>)> {
    let name = |sym: Sym| match sym {
        Sym::Function(function) => (true, side.program.functions[function as usize].name),
        Sym::Const(constant) => (false, side.program.consts[constant as usize].name),
    };
    side.reached[since..]
        .iter()
        .map(|(sym, types)| {
            let (is_function, name) = name(*sym);
            (is_function, name, types.clone())
        })
        .collect()
}

fn reach_by_name(side: &mut Lowering, names: Vec<(bool, Symbol, Vec<Ty>)>) {
    if names.is_empty() {
        return;
    }
    let wanted: FxHashSet<(bool, Symbol)> = names.iter().map(|(is_function, name, _)| (*is_function, *name)).collect();
    let mut known: FxHashMap<(bool, Symbol), (Sym, usize)> = FxHashMap::default();
    for (index, function) in side.program.functions.iter().enumerate() {
        if wanted.contains(&(true, function.name)) && function.builtin.is_none() {
            let entry = (Sym::Function(index as u32), function.type_params.len());
            known.insert((true, function.name), entry);
        }
    }
    for (index, constant) in side.program.consts.iter().enumerate() {
        if wanted.contains(&(false, constant.name)) {
            known.insert((false, constant.name), (Sym::Const(index as u32), 0));
        }
    }
    for (is_function, name, types) in names {
        if let Some((sym, params)) = known.get(&(is_function, name)).copied()
            && params == types.len()
            && side.definitions.get(sym).is_none()
        {
            side.reach(sym, types);
        }
    }
}

impl<'a> Lowering<'a> {
    /// Adds the axioms about the symbols reached since the last time, and those that they reach.
    fn add_axioms(&mut self) {
        let mut index = match self.axioms.take() {
            Some(index) => index,
            None => AxiomIndex::new(self),
        };
        for axiom in std::mem::take(&mut index.bare) {
            self.include(&mut index, axiom);
        }
        while index.next < self.reached.len() {
            let (sym, type_args) = self.reached[index.next].clone();
            index.next += 1;
            if let Some(body) = self.definitions.recursive_body(sym) {
                self.add_recursive_definition(sym, &type_args, body);
            }
            for axiom in index.by_symbol.get(&sym).cloned().unwrap_or_default() {
                self.consider(&mut index, axiom, sym, &type_args);
            }
        }
        self.axioms = Some(index);
    }

    /// The symbols without definition that the axiom comes down to.
    fn mentioned(&mut self, axiom: usize) -> BTreeSet<Sym> {
        let mentions = &self.program.axioms[axiom].mentions;
        let functions = mentions.functions.iter().map(|function| Sym::Function(*function));
        let mentioned = functions.chain(mentions.consts.iter().map(|constant| Sym::Const(*constant)));
        let mut all = BTreeSet::new();
        for sym in mentioned {
            all.extend(self.definitions.closure(sym).iter().copied());
        }
        all
    }

    /// Not all that the axiom says is known: what it speaks of may not be given just anything.
    fn leave_out(&mut self, axiom: usize) {
        for sym in self.mentioned(axiom) {
            let name = match sym {
                Sym::Function(function) => self.program.functions[function as usize].name.to_string(),
                Sym::Const(constant) => self.constant_name(self.program.consts[constant as usize].name),
            };
            self.left_out.insert(Symbol::new(&name));
        }
    }

    fn consider(&mut self, index: &mut AxiomIndex, axiom: usize, sym: Sym, type_args: &[Ty]) {
        let formula = &self.program.axioms[axiom].formula;
        if let ExprKind::Quantified(quantified) = &formula.kind
            && !quantified.type_params.is_empty()
        {
            self.leave_out(axiom);
            return self.add_instances(index, axiom, quantified, sym, type_args);
        }
        self.include(index, axiom);
    }

    /// An axiom holds whether or not its triggers are met: these only tell a solver where to use it.
    fn include(&mut self, index: &mut AxiomIndex, axiom: usize) {
        let formula = &self.program.axioms[axiom].formula;
        if is_about_all_types(formula) || self.definitions.is_used_up(axiom) || !index.included.insert(axiom) {
            return;
        }
        let line = self.span(formula.at).line;
        if !self.add_formula(&format!("axiom of line {line}"), Frame::default(), |scope| scope.term(formula)) {
            self.leave_out(axiom);
        }
    }

    /// `false`: it cannot be put so. Without it less can be proved, and nothing wrong.
    fn add_formula(&mut self, name: &str, frame: Frame, formula: impl FnOnce(&mut Scope<'_, 'a>) -> Term) -> bool {
        let mut scope = Scope::new(self, None, frame);
        let term = formula(&mut scope);
        let formula = scope.expr(term);
        let failed = scope.failed;
        if !failed && self.ir.axioms.iter().all(|axiom| axiom.formula != formula) {
            self.ir.axioms.push(ir::Axiom { name: Symbol::new(name), formula });
        }
        !failed
    }

    /// `(forall x :: { f(x) } f(x) == body)` for a function whose body needs itself.
    fn add_recursive_definition(&mut self, sym: Sym, type_args: &[Ty], body: &'a Expr) {
        let Sym::Function(index) = sym else { return };
        let function = &self.program.functions[index as usize];
        let types: Substitution =
            function.type_params.iter().map(|param| param.number).zip(type_args.iter().cloned()).collect();
        let sorts: Vec<Sort> = function.params.iter().map(|ty| self.sorts.sort(&ty.substitute(&types))).collect();
        let result = self.sorts.sort(&function.result.substitute(&types));
        let name = instance_name(function.name, type_args);
        // Numbers that no variable of the program has.
        let bound: Vec<(u32, Symbol, Sort)> = sorts
            .iter()
            .enumerate()
            .map(|(position, sort)| (u32::MAX - position as u32, Symbol::new(&format!("x{position}")), *sort))
            .collect();
        let title = format!("definition of {name}");
        let added = self.add_formula(&title, Frame { types, ..Frame::default() }, |scope| {
            let whole = |scope: &mut Scope<'_, 'a>| {
                let args: Vec<Term> = bound.iter().map(|(number, _, _)| scope.bound[number].clone()).collect();
                scope.frame.locals = args.iter().cloned().map(Slot::Term).collect();
                let call = scope.uninterpreted(&name, args, result);
                let body = scope.term(body);
                (scope.apply(Op::Eq, vec![call.clone(), body]), vec![vec![call]])
            };
            if bound.is_empty() { whole(scope).0 } else { scope.binder(value::Binder::Forall, &bound, whole) }
        });
        if !added {
            self.left_out.insert(Symbol::new(&name));
        }
    }

    /// An axiom over all types, at the types that the function just reached has.
    fn add_instances(
        &mut self,
        index: &mut AxiomIndex,
        axiom: usize,
        quantified: &'a Quantified,
        sym: Sym,
        type_args: &[Ty],
    ) {
        let Sym::Function(function) = sym else { return };
        if quantified.binder != Binder::Forall {
            return;
        }
        let mut found: Vec<Substitution> = Vec::new();
        quantified.body.walk(&mut |part| {
            if let ExprKind::Call(called, patterns, _) = &part.kind
                && *called == function
                && let Some(types) = matching(patterns, type_args)
                && quantified.type_params.iter().all(|param| types.contains_key(&param.number))
            {
                found.push(types);
            }
        });
        for types in found {
            let key: Vec<Ty> = quantified.type_params.iter().map(|param| types[&param.number].clone()).collect();
            let known = index.instances.entry(axiom).or_default();
            if known.len() >= MOST_INSTANCES || !known.insert(key) {
                continue;
            }
            let line = self.span(quantified.body.at).line;
            self.add_formula(&format!("axiom of line {line}"), Frame { types, ..Frame::default() }, |scope| {
                let bound: Vec<(u32, Symbol, Sort)> =
                    quantified.bound.iter().map(|(number, name, ty)| (*number, *name, scope.sort_of(ty))).collect();
                match bound.is_empty() {
                    true => scope.term(&quantified.body),
                    false => scope.quantifier(value::Binder::Forall, quantified, &bound),
                }
            });
        }
    }

    fn add_all_axioms(&mut self) {
        let mut index = AxiomIndex::new(self);
        for axiom in 0..self.program.axioms.len() {
            self.include(&mut index, axiom);
        }
        self.axioms = Some(index);
        self.reach_everything();
        self.add_axioms();
    }

    fn reach_everything(&mut self) {
        let functions = self.program.functions.iter().enumerate();
        let plain = functions.filter(|(_, function)| function.type_params.is_empty() && function.builtin.is_none());
        let functions = plain.map(|(index, _)| Sym::Function(index as u32));
        let constants = (0..self.program.consts.len()).map(|index| Sym::Const(index as u32));
        for sym in functions.chain(constants) {
            if self.definitions.get(sym).is_none() {
                self.reach(sym, Vec::new());
            }
        }
    }

    /// That unique constants differ, in as many formulas: each has a number, and what is equal has the same one.
    fn number_unique_constants(&mut self) {
        for (index, _) in self.program.consts.iter().enumerate().filter(|(_, constant)| constant.unique) {
            self.number_unique_constant(index as u32, index);
        }
    }

    fn number_unique_constant(&mut self, index: u32, own: usize) {
        let constant = &self.program.consts[index as usize];
        let title = format!("{} is unique", constant.name);
        self.add_formula(&title, Frame::default(), |scope| {
            let which = format!("which of {}", constant.ty);
            let constant = scope.constant(index);
            let number = scope.uninterpreted(&which, vec![constant], Sort::int());
            let own = Term::Const(Value::int(own as i64), Sort::int());
            scope.apply(Op::Eq, vec![number, own])
        });
    }

    /// Where a unique constant was met, all of its type that axioms speak of: what these say of them, it is not.
    fn reach_unique(&mut self) {
        let consts = &self.program.consts;
        let types: BTreeSet<&Ty> = self.unique.iter().map(|index| &consts[*index as usize].ty).collect();
        if types.is_empty() {
            return;
        }
        let spoken = self.program.axioms.iter().flat_map(|axiom| axiom.mentions.consts.iter().copied());
        let is_of_them = |index: &u32| consts[*index as usize].unique && types.contains(&consts[*index as usize].ty);
        let found: BTreeSet<u32> = spoken.filter(is_of_them).collect();
        for index in found {
            self.unique.insert(index);
            let sym = Sym::Const(index);
            if self.definitions.get(sym).is_none() {
                self.reach(sym, Vec::new());
            }
        }
    }

    /// Unique constants of one type differ from each other: each from each, or by a number of its own.
    fn add_distinctness(&mut self, names: &BTreeSet<Symbol>) {
        let all = self.program.consts.iter().enumerate();
        let unique: Vec<u32> = all
            .filter(|(_, constant)| constant.unique && names.contains(&constant.name))
            .map(|(index, _)| index as u32)
            .collect();
        if unique.len() > MOST_IN_PAIRS {
            // By the place of the name, which is the same in both versions.
            for index in unique {
                let name = self.program.consts[index as usize].name;
                let own = names.iter().position(|known| *known == name).unwrap_or_default();
                self.number_unique_constant(index, own);
            }
            return;
        }
        for (position, a) in unique.iter().enumerate() {
            for b in &unique[position + 1..] {
                let (first, second) = (&self.program.consts[*a as usize], &self.program.consts[*b as usize]);
                if first.ty != second.ty {
                    continue;
                }
                let (first, second) = if first.name <= second.name { (*a, *b) } else { (*b, *a) };
                let title = format!(
                    "{} and {} are unique",
                    self.program.consts[first as usize].name, self.program.consts[second as usize].name
                );
                self.add_formula(&title, Frame::default(), |scope| {
                    let (first, second) = (scope.constant(first), scope.constant(second));
                    let equal = scope.apply(Op::Eq, vec![first, second]);
                    scope.apply(Op::Not, vec![equal])
                });
            }
        }
    }
}

fn is_about_all_types(formula: &Expr) -> bool {
    matches!(&formula.kind, ExprKind::Quantified(quantified) if !quantified.type_params.is_empty())
}

/// All that a version says of its functions and constants, whatever the client reaches of them.
pub(super) fn world(checked: &Checked<'_>, options: &Options, apart: &FxHashSet<Symbol>) -> Vec<Formula> {
    /// Instances of polymorphic maps are met by lowering with those met before.
    const ROUNDS: usize = 8;
    let mut instances = Instances::default();
    for _ in 0..ROUNDS {
        let mut all = Lowering::new(checked, options, instances.clone(), apart, &[]);
        all.add_all_axioms();
        all.number_unique_constants();
        if all.wanted == instances {
            return all.ir.axioms.into_iter().map(|axiom| axiom.formula).collect();
        }
        instances = all.wanted;
    }
    Vec::new()
}

/// The types for which the patterns become the given types.
fn matching(patterns: &[Ty], given: &[Ty]) -> Option<Substitution> {
    let mut types = Substitution::default();
    patterns.iter().zip(given).all(|(pattern, given)| matches_type(pattern, given, &mut types)).then_some(types)
}

fn matches_type(pattern: &Ty, given: &Ty, types: &mut Substitution) -> bool {
    match (pattern, given) {
        (Ty::Param(param), _) => match types.get(&param.number) {
            Some(known) => known == given,
            None => {
                types.insert(param.number, given.clone());
                true
            }
        },
        (Ty::Con(f, xs), Ty::Con(g, ys)) => {
            f == g && xs.len() == ys.len() && xs.iter().zip(ys.iter()).all(|(x, y)| matches_type(x, y, types))
        }
        (Ty::Map(f), Ty::Map(g)) => {
            f.params == g.params
                && f.keys.len() == g.keys.len()
                && f.keys.iter().zip(&g.keys).all(|(x, y)| matches_type(x, y, types))
                && matches_type(&f.value, &g.value, types)
        }
        _ => pattern == given,
    }
}

/// The functions and constants that cannot be the same in both versions, beyond those known.
pub(super) fn disagreements(old: &Lowering, new: &Lowering, known: &FxHashSet<Symbol>) -> BTreeSet<Symbol> {
    let mut apart = BTreeSet::new();
    let signatures = |side: &Lowering| -> BTreeMap<Symbol, BTreeSet<String>> {
        let mut all: BTreeMap<Symbol, BTreeSet<String>> = BTreeMap::new();
        for symbol in symbols_of(&side.ir) {
            let params: Vec<String> = symbol.params.iter().map(Sort::to_string).collect();
            let signature = format!("({}) {}", params.join(", "), symbol.result);
            all.entry(symbol.name).or_default().insert(signature);
        }
        all
    };
    let (old_signatures, new_signatures) = (signatures(old), signatures(new));
    for (name, signature) in &old_signatures {
        if new_signatures.get(name).is_some_and(|other| other != signature) {
            apart.insert(*name);
        }
    }
    for group in connected(&old.ir, &new.ir) {
        let lacking = |axioms: &[&'_ Formula], others: &[&Formula]| -> Vec<Formula> {
            axioms.iter().filter(|axiom| !others.contains(axiom)).map(|axiom| (*axiom).clone()).collect()
        };
        let (only_old, only_new) = (lacking(&group.old, &group.new), lacking(&group.new, &group.old));
        // One that speaks of something the other version does not have says nothing about that version.
        let matters = |axioms: &[Formula], known: &BTreeMap<Symbol, BTreeSet<String>>| {
            axioms.iter().any(|axiom| {
                let mut symbols = Vec::new();
                formula_symbols(axiom, &mut symbols);
                symbols.iter().all(|symbol| known.contains_key(&symbol.name))
            })
        };
        let both_lack = !only_old.is_empty() && !only_new.is_empty();
        if both_lack || matters(&only_old, &new_signatures) || matters(&only_new, &old_signatures) {
            apart.extend(group.symbols);
        }
    }
    apart.into_iter().filter(|name| !known.contains(name)).collect()
}

/// Axioms of both versions that share symbols, directly or through others.
struct Group<'p> {
    symbols: BTreeSet<Symbol>,
    old: Vec<&'p Formula>,
    new: Vec<&'p Formula>,
}

fn connected<'p>(old: &'p ir::Program, new: &'p ir::Program) -> Vec<Group<'p>> {
    let mut groups: Vec<Option<Group<'p>>> = Vec::new();
    let mut group_of: FxHashMap<Symbol, usize> = FxHashMap::default();
    let sided = old.axioms.iter().map(|axiom| (true, axiom)).chain(new.axioms.iter().map(|axiom| (false, axiom)));
    for (is_old, axiom) in sided {
        let mut symbols = Vec::new();
        formula_symbols(&axiom.formula, &mut symbols);
        let mut merged = Group { symbols: BTreeSet::new(), old: Vec::new(), new: Vec::new() };
        for symbol in symbols {
            if let Some(group) = group_of.get(&symbol.name).and_then(|index| groups[*index].take()) {
                // The larger one takes in the smaller.
                let (mut large, small) =
                    if group.symbols.len() > merged.symbols.len() { (group, merged) } else { (merged, group) };
                large.symbols.extend(small.symbols);
                large.old.extend(small.old);
                large.new.extend(small.new);
                merged = large;
            }
            merged.symbols.insert(symbol.name);
        }
        if is_old {
            merged.old.push(&axiom.formula)
        } else {
            merged.new.push(&axiom.formula)
        }
        for symbol in &merged.symbols {
            group_of.insert(*symbol, groups.len());
        }
        groups.push(Some(merged));
    }
    groups.into_iter().flatten().collect()
}

/// Every uninterpreted function in the program's code and axioms.
fn symbols_of(program: &ir::Program) -> Vec<Arc<value::FunctionSymbol>> {
    let mut found = Vec::new();
    for (_, function) in program.functions.iter() {
        for (_, block) in function.body().into_iter().flat_map(|body| body.blocks.iter()) {
            for inst in &block.insts {
                if let ir::Inst::Apply { op, .. } = inst {
                    op_symbols(op, &mut found);
                }
            }
        }
    }
    program.axioms.iter().for_each(|axiom| formula_symbols(&axiom.formula, &mut found));
    found
}

fn op_symbols(op: &Op, found: &mut Vec<Arc<value::FunctionSymbol>>) {
    match op {
        Op::Apply(symbol) => found.push(symbol.clone()),
        Op::Quantifier(quantifier) => formula_symbols(&quantifier.body, found),
        _ => {}
    }
}

fn formula_symbols(formula: &Formula, found: &mut Vec<Arc<value::FunctionSymbol>>) {
    match formula {
        Formula::Const(..) | Formula::Bound(..) | Formula::Captured(_) => {}
        Formula::Apply(op, args) => {
            op_symbols(op, found);
            args.iter().for_each(|arg| formula_symbols(arg, found));
        }
        Formula::Binder(inner) => formula_symbols(&inner.body, found),
    }
}
