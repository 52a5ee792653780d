//! By which words code may get at an object of a module.
//!
//! An object is known by its name, and by all that it may be put into: what a top level, a class, a function or a call
//! binds to it or to something that holds it. Told by words alone: the same word in two scopes is one. So more is found
//! than there is, and nothing is missed but what goes through code outside, which is said ([`Words::is_lost`]).

use std::collections::{BTreeMap, BTreeSet};

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};

use crate::module::Module;

/// Where values go in a version.
pub(crate) struct Aliases<'m> {
    flows: Vec<Flow<'m>>,
    /// The words of all functions and methods of a name, and whether one of them may change an object.
    functions: BTreeMap<&'m str, Code<'m>>,
}

/// A value by one of these words is then also known by those.
struct Flow<'m> {
    from: Vec<Given<'m>>,
    to: Vec<&'m str>,
    /// It is handed to code outside, which may keep it.
    leaves: bool,
}

/// A word in a place whose value is given on.
#[derive(Copy, Clone)]
struct Given<'m> {
    word: &'m str,
    /// Only something that it holds.
    is_part: bool,
}

/// What code mentions.
#[derive(Clone, Default)]
pub(crate) struct Code<'m> {
    pub(crate) words: BTreeSet<&'m str>,
    /// It may change an object: it sets elements or attributes, or calls what may.
    pub(crate) writes: bool,
}

/// The words for an object.
pub(crate) struct Words<'m> {
    known: BTreeSet<&'m str>,
    /// Code outside has it too.
    is_lost: bool,
}

impl<'m> Words<'m> {
    /// Those of what cannot change: nothing else holds it.
    pub(crate) fn only(name: &'m str) -> Words<'m> {
        Words { known: BTreeSet::from([name]), is_lost: false }
    }

    /// May this code change the object?
    pub(crate) fn are_changed_by(&self, code: &Code<'_>) -> bool {
        let mentions = |words: &[&str]| words.iter().any(|word| code.words.contains(word));
        let is_met = || self.is_lost || code.words.iter().any(|word| self.known.contains(word));
        // A builtin's name may be a method of it by now.
        let is_renamed = || LOOKING.iter().chain(LOOKING_METHODS).any(|word| self.known.contains(word));
        mentions(FINDING) || (is_met() && (code.writes || is_renamed()))
    }
}

impl<'m> Aliases<'m> {
    pub(crate) fn of(modules: &'m [Module]) -> Aliases<'m> {
        let mut aliases = Aliases { flows: Vec::new(), functions: BTreeMap::new() };
        let mut names = Names::default();
        modules.iter().for_each(|module| names.visit_body(&module.body));
        for module in modules {
            let mut finder = Finder { aliases: &mut aliases, functions: &names.0, function: None, module };
            finder.visit_body(&module.body);
        }
        aliases
    }

    /// All words by which the object of this name, or something that it holds, may be known.
    pub(crate) fn words(&self, name: &'m str, holds_objects: bool) -> Words<'m> {
        let mut words = Words { known: BTreeSet::from([name]), is_lost: false };
        // What is inside counts as soon as the object stands in another.
        let counts = |given: &Given<'_>, known: &BTreeSet<&str>| {
            known.contains(given.word) && (holds_objects || !given.is_part || given.word != name)
        };
        loop {
            let before = words.known.len();
            for flow in &self.flows {
                if flow.from.iter().any(|given| counts(given, &words.known)) {
                    words.known.extend(&flow.to);
                    words.is_lost |= flow.leaves;
                }
            }
            if words.known.len() == before {
                return words;
            }
        }
    }

    /// The code of the function with that of all functions of the program that it may call.
    pub(crate) fn reached(&self, def: &'m ast::StmtFunctionDef) -> Code<'m> {
        let mut found = Code::of(def);
        let mut open: Vec<&str> = found.words.iter().copied().collect();
        let mut seen: BTreeSet<&str> = open.iter().copied().collect();
        while let Some(word) = open.pop() {
            let Some(code) = self.functions.get(word) else { continue };
            found.writes |= code.writes;
            found.words.extend(&code.words);
            open.extend(code.words.iter().copied().filter(|word| seen.insert(word)));
        }
        found
    }
}

impl<'m> Code<'m> {
    pub(crate) fn of(def: &'m ast::StmtFunctionDef) -> Code<'m> {
        let mut code = Code::default();
        // A parameter brings its default.
        code.words.extend(def.parameters.iter().map(|parameter| parameter.name().as_str()));
        code.visit_body(&def.body);
        code
    }
}

impl<'m> Visitor<'m> for Code<'m> {
    fn visit_stmt(&mut self, stmt: &'m Stmt) {
        self.writes |= matches!(stmt, Stmt::AugAssign(_) | Stmt::Global(_));
        if let Stmt::Global(global) = stmt {
            self.words.extend(global.names.iter().map(|name| name.as_str()));
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'m Expr) {
        match expr {
            Expr::Name(name) => {
                self.words.insert(&name.id);
            }
            Expr::Attribute(attribute) => {
                self.words.insert(&attribute.attr);
                self.writes |= !attribute.ctx.is_load();
            }
            Expr::Subscript(subscript) => self.writes |= !subscript.ctx.is_load(),
            // Of what calls of builtins do nothing is changed but by `next` and `setattr`.
            Expr::Call(call) => {
                self.writes |= match &*call.func {
                    Expr::Name(name) => !LOOKING.contains(&name.id.as_str()),
                    Expr::Attribute(attribute) => !LOOKING_METHODS.contains(&attribute.attr.as_str()),
                    _ => true,
                };
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

/// Words of code that finds variables by names that it computes.
const FINDING: &[&str] = &["globals", "vars", "exec", "eval", "setattr", "__dict__", "__import__", "import_module"];

/// Builtins that change nothing and give back nothing of what they are handed.
const LOOKING: &[&str] = &[
    "len",
    "sum",
    "any",
    "all",
    "str",
    "repr",
    "bool",
    "int",
    "float",
    "isinstance",
    "issubclass",
    "range",
    "type",
    "hash",
    "abs",
    "round",
    "ord",
    "chr",
    "hex",
    "bin",
    "oct",
    "callable",
    "hasattr",
    "print",
    "format",
    "divmod",
    "ascii",
];
/// Of these results hold what was handed in.
const COPYING: &[&str] = &[
    "list",
    "tuple",
    "set",
    "frozenset",
    "dict",
    "sorted",
    "reversed",
    "enumerate",
    "zip",
    "iter",
    "min",
    "max",
    "next",
];
/// Methods that change nothing; those of texts, and of containers those that look.
const LOOKING_METHODS: &[&str] = &[
    "get",
    "items",
    "keys",
    "values",
    "index",
    "count",
    "copy",
    "format",
    "join",
    "split",
    "strip",
    "lower",
    "upper",
    "startswith",
    "endswith",
    "replace",
    "encode",
    "decode",
    "rstrip",
    "lstrip",
    "isdigit",
    "title",
    "find",
    "splitlines",
];

/// The names of all functions and methods, each with the names of parameters.
#[derive(Default)]
struct Names<'m>(BTreeMap<&'m str, BTreeSet<&'m str>>);

impl<'m> Visitor<'m> for Names<'m> {
    fn visit_stmt(&mut self, stmt: &'m Stmt) {
        if let Stmt::FunctionDef(def) = stmt {
            let parameters = self.0.entry(def.name.as_str()).or_default();
            parameters.extend(def.parameters.iter().map(|parameter| parameter.name().as_str()));
        }
        if let Stmt::ClassDef(class) = stmt {
            // A call of a class hands over what its constructors take.
            let makers = class.body.iter().filter_map(Stmt::as_function_def_stmt);
            let makers = makers.filter(|def| ["__init__", "__new__"].contains(&def.name.as_str()));
            let taken = makers.flat_map(|def| def.parameters.iter().map(|parameter| parameter.name().as_str()));
            self.0.entry(class.name.as_str()).or_default().extend(taken);
        }
        visitor::walk_stmt(self, stmt);
    }
}

struct Finder<'a, 'm> {
    aliases: &'a mut Aliases<'m>,
    functions: &'a BTreeMap<&'m str, BTreeSet<&'m str>>,
    /// The function around.
    function: Option<&'m str>,
    module: &'m Module,
}

impl<'m> Finder<'_, 'm> {
    /// What the value is, or holds, is known by these words as well.
    fn flow(&mut self, value: &'m Expr, to: Vec<&'m str>) {
        self.flows(value, false, to);
    }

    /// The same of what going through the value gives.
    fn flow_of_parts(&mut self, value: &'m Expr, to: Vec<&'m str>) {
        self.flows(value, true, to);
    }

    fn flows(&mut self, value: &'m Expr, is_part: bool, to: Vec<&'m str>) {
        let mut from = Vec::new();
        self.given(value, is_part, &mut from);
        if !from.is_empty() && !to.is_empty() {
            self.aliases.flows.push(Flow { from, to, leaves: false });
        }
    }

    /// The words whose values the expression may give, or hold in what it gives.
    fn given(&self, expr: &'m Expr, is_part: bool, found: &mut Vec<Given<'m>>) {
        match expr {
            Expr::Name(name) => found.push(Given { word: &name.id, is_part }),
            Expr::Attribute(attribute) => {
                found.push(Given { word: &attribute.attr, is_part });
                // A method of it, or one of its attributes.
                self.given(&attribute.value, is_part, found);
            }
            Expr::Subscript(subscript) => self.given(&subscript.value, true, found),
            Expr::Starred(starred) => self.given(&starred.value, true, found),
            // A part of a display is what stands in it.
            Expr::List(ast::ExprList { elts, .. })
            | Expr::Tuple(ast::ExprTuple { elts, .. })
            | Expr::Set(ast::ExprSet { elts, .. }) => elts.iter().for_each(|expr| self.given(expr, false, found)),
            Expr::Dict(dict) => dict.items.iter().for_each(|item| self.given(&item.value, item.key.is_none(), found)),
            Expr::BoolOp(bool_op) => bool_op.values.iter().for_each(|expr| self.given(expr, is_part, found)),
            Expr::If(conditional) => {
                self.given(&conditional.body, is_part, found);
                self.given(&conditional.orelse, is_part, found);
            }
            Expr::Named(named) => self.given(&named.value, is_part, found),
            Expr::Await(awaited) => self.given(&awaited.value, is_part, found),
            Expr::Yield(ast::ExprYield { value: Some(value), .. }) => self.given(value, is_part, found),
            Expr::YieldFrom(from) => self.given(&from.value, true, found),
            Expr::BinOp(binary) => {
                self.given(&binary.left, true, found);
                self.given(&binary.right, true, found);
            }
            Expr::Lambda(lambda) => self.given(&lambda.body, is_part, found),
            Expr::ListComp(comp) => self.comprehended(&comp.elt, &comp.generators, found),
            Expr::SetComp(comp) => self.comprehended(&comp.elt, &comp.generators, found),
            Expr::Generator(comp) => self.comprehended(&comp.elt, &comp.generators, found),
            Expr::DictComp(comp) => self.comprehended(&comp.value, &comp.generators, found),
            Expr::Call(call) => {
                let is_builtin = |among: &[&str]| matches!(&*call.func, Expr::Name(name) if among.contains(&name.id.as_str()) && !self.module.rebinds(&name.id));
                if is_builtin(LOOKING) {
                    return;
                }
                let is_part = is_part || is_builtin(COPYING);
                match &*call.func {
                    // What a method gives is made of what it is called of, or is a part of it.
                    Expr::Attribute(attribute) => {
                        found.push(Given { word: &attribute.attr, is_part });
                        self.given(&attribute.value, true, found);
                    }
                    func => self.given(func, is_part, found),
                }
                call.arguments.args.iter().for_each(|arg| self.given(arg, is_part, found));
                call.arguments.keywords.iter().for_each(|keyword| self.given(&keyword.value, is_part, found));
            }
            _ => {}
        }
    }

    fn comprehended(&self, element: &'m Expr, generators: &'m [ast::Comprehension], found: &mut Vec<Given<'m>>) {
        self.given(element, false, found);
        generators.iter().for_each(|generator| self.given(&generator.iter, true, found));
    }

    /// What is handed to a call may be known by the names of parameters; code outside may keep it.
    fn handed(&mut self, call: &'m ast::ExprCall) {
        let mut from = Vec::new();
        for value in call.arguments.args.iter().chain(call.arguments.keywords.iter().map(|keyword| &keyword.value)) {
            self.given(value, false, &mut from);
        }
        if from.is_empty() {
            return;
        }
        let (word, of) = match &*call.func {
            Expr::Name(name) => (name.id.as_str(), None),
            Expr::Attribute(attribute) => (attribute.attr.as_str(), Some(&*attribute.value)),
            _ => ("", None),
        };
        let is_harmless = match of {
            None => (LOOKING.contains(&word) || COPYING.contains(&word)) && !self.module.rebinds(word),
            Some(_) => LOOKING_METHODS.contains(&word),
        };
        let mut to: Vec<&str> = self.functions.get(word).into_iter().flatten().copied().collect();
        let is_own = !to.is_empty();
        // `items.append(x)`: what is handed to a method may be kept in what it is called of.
        of.iter().for_each(|of| targets(of, &mut to));
        if !is_harmless {
            let leaves = !is_own && of.is_none();
            self.aliases.flows.push(Flow { from, to, leaves });
        }
    }
}

/// The words that hold a value once it is put there.
fn targets<'m>(target: &'m Expr, found: &mut Vec<&'m str>) {
    match target {
        Expr::Name(name) => found.push(&name.id),
        Expr::Attribute(attribute) => {
            found.push(&attribute.attr);
            targets(&attribute.value, found);
        }
        Expr::Subscript(subscript) => targets(&subscript.value, found),
        Expr::Starred(starred) => targets(&starred.value, found),
        Expr::List(list) => list.elts.iter().for_each(|element| targets(element, found)),
        Expr::Tuple(tuple) => tuple.elts.iter().for_each(|element| targets(element, found)),
        Expr::Call(call) => targets(&call.func, found),
        _ => {}
    }
}

fn targets_of(target: &Expr) -> Vec<&str> {
    let mut found = Vec::new();
    targets(target, &mut found);
    found
}

impl<'m> Visitor<'m> for Finder<'_, 'm> {
    fn visit_stmt(&mut self, stmt: &'m Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => {
                let name = def.name.as_str();
                let code = Code::of(def);
                let known = self.aliases.functions.entry(name).or_default();
                known.words.extend(code.words);
                known.writes |= code.writes;
                for parameter in def.parameters.iter() {
                    if let Some(default) = parameter.default() {
                        self.flow(default, vec![name, parameter.name().as_str()]);
                    }
                }
                let around = self.function.replace(name);
                visitor::walk_stmt(self, stmt);
                self.function = around;
                return;
            }
            Stmt::ClassDef(_) => {
                let around = self.function.take();
                visitor::walk_stmt(self, stmt);
                self.function = around;
                return;
            }
            Stmt::Assign(assign) => {
                let to = assign.targets.iter().flat_map(targets_of).collect();
                self.flow(&assign.value, to);
            }
            Stmt::AnnAssign(ast::StmtAnnAssign { target, value: Some(value), .. }) => {
                self.flow(value, targets_of(target))
            }
            Stmt::AugAssign(assign) => self.flow(&assign.value, targets_of(&assign.target)),
            Stmt::For(for_) => self.flow_of_parts(&for_.iter, targets_of(&for_.target)),
            Stmt::With(with) => {
                for item in &with.items {
                    let to = item.optional_vars.as_deref().map(targets_of).unwrap_or_default();
                    self.flow(&item.context_expr, to);
                }
            }
            Stmt::Return(ast::StmtReturn { value: Some(value), .. }) => {
                self.flow(value, self.function.into_iter().collect());
            }
            Stmt::Match(match_) => {
                let mut bound = Captured::default();
                match_.cases.iter().for_each(|case| bound.visit_pattern(&case.pattern));
                self.flow(&match_.subject, bound.0);
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'m Expr) {
        match expr {
            Expr::Call(call) => self.handed(call),
            Expr::Named(named) => self.flow(&named.value, targets_of(&named.target)),
            Expr::Yield(ast::ExprYield { value: Some(value), .. }) => {
                self.flow(value, self.function.into_iter().collect());
            }
            Expr::YieldFrom(from) => self.flow_of_parts(&from.value, self.function.into_iter().collect()),
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_comprehension(&mut self, comprehension: &'m ast::Comprehension) {
        self.flow_of_parts(&comprehension.iter, targets_of(&comprehension.target));
        visitor::walk_comprehension(self, comprehension);
    }
}

/// The names that patterns bind.
#[derive(Default)]
struct Captured<'m>(Vec<&'m str>);

impl<'m> Visitor<'m> for Captured<'m> {
    fn visit_pattern(&mut self, pattern: &'m ast::Pattern) {
        let name = match pattern {
            ast::Pattern::MatchAs(pattern) => pattern.name.as_ref(),
            ast::Pattern::MatchStar(pattern) => pattern.name.as_ref(),
            ast::Pattern::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        self.0.extend(name.map(|name| name.as_str()));
        visitor::walk_pattern(self, pattern);
    }
}
