//! Reads declarations. Bodies are read last, when every function's header is known.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use value::{DataDef, Datatype, FloatFormat, FunctionSymbol, Op, Sort, SortExpr, SortKind, Symbol};

use super::ParseError;
use super::lex::{Token, TokenKind, error_at, lex, unescape};
use crate::{Axiom, Body, Cell, CellId, CellRole, FnId, Function, FunctionKind, Origin, Param, Program, Reach};

pub(super) type Result<T> = std::result::Result<T, ParseError>;

pub(super) fn parse_into(program: &mut Program, text: &str, known: &[Sort]) -> Result<Vec<Sort>> {
    let mut parser = Parser {
        text,
        tokens: &lex(text)?,
        at: 0,
        cells: program.cells.iter().map(|(id, cell)| (cell.name.as_str(), id)).collect(),
        functions: program.functions.iter().map(|(id, function)| (function.name.as_str(), id)).collect(),
        symbols: FxHashMap::default(),
        datatypes: FxHashMap::default(),
        declared: Vec::new(),
        data_ops: FxHashMap::default(),
    };
    for sort in known {
        parser.declare_data(*sort)?;
    }
    let mut bodies = Vec::new();
    while parser.peek().kind != TokenKind::End {
        parser.declaration(program, &mut bodies)?;
    }
    for (function, at) in bodies {
        parser.at = at;
        let mut body = parser.body(program, function)?;
        body.origin = program.functions[function].body().expect("told apart by its first word").origin;
        let function = Arc::get_mut(&mut program.functions[function]).expect("made by this call, not yet shared");
        function.kind = FunctionKind::Defined(body);
    }
    Ok(parser.declared)
}

/// A position in the tokens, and everything declared so far.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) at: usize,
    pub(super) cells: FxHashMap<&'a str, CellId>,
    pub(super) functions: FxHashMap<&'a str, FnId>,
    pub(super) symbols: FxHashMap<&'a str, Arc<FunctionSymbol>>,
    datatypes: FxHashMap<&'static str, Sort>,
    declared: Vec<Sort>,
    /// The operators of the datatypes, by their names.
    pub(super) data_ops: FxHashMap<String, Op>,
}

impl<'a> Parser<'a> {
    // Tokens.

    pub(super) fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    /// The token after the next one.
    pub(super) fn peek_second(&self) -> TokenKind {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    pub(super) fn next(&mut self) -> Token {
        let token = self.peek();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    pub(super) fn slice(&self, token: Token) -> &'a str {
        &self.text[token.start as usize..token.end as usize]
    }

    pub(super) fn error<T>(&self, token: Token, message: impl Into<String>) -> Result<T> {
        Err(error_at(self.text, token.start as usize, message))
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        let token = self.peek();
        match token.kind {
            TokenKind::End => self.error(token, format!("expected {what}, but the text ends")),
            _ => self.error(token, format!("expected {what}, not `{}`", self.slice(token))),
        }
    }

    pub(super) fn is(&self, punctuation: u8) -> bool {
        self.peek().kind == TokenKind::Punctuation(punctuation)
    }

    /// Takes the punctuation if it is next.
    pub(super) fn eat(&mut self, punctuation: u8) -> bool {
        let found = self.is(punctuation);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, punctuation: u8) -> Result<()> {
        if self.eat(punctuation) { Ok(()) } else { self.expected(&format!("`{}`", char::from(punctuation))) }
    }

    pub(super) fn expect_arrow(&mut self) -> Result<()> {
        match self.peek().kind {
            TokenKind::Arrow => {
                self.at += 1;
                Ok(())
            }
            _ => self.expected("`->`"),
        }
    }

    /// The next token's text if it is a bare word.
    pub(super) fn peek_word(&self) -> Option<&'a str> {
        let token = self.peek();
        (token.kind == TokenKind::Name).then(|| self.slice(token))
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += usize::from(found);
        found
    }

    /// A name, bare or quoted.
    pub(super) fn name(&mut self, what: &str) -> Result<&'a str> {
        let token = self.peek();
        match token.kind {
            TokenKind::Name | TokenKind::Quoted => {
                self.at += 1;
                self.name_of(token)
            }
            _ => self.expected(what),
        }
    }

    pub(super) fn name_of(&self, token: Token) -> Result<&'a str> {
        match token.kind {
            TokenKind::Quoted => match unescape(self.slice(token)) {
                Some(std::borrow::Cow::Borrowed(name)) => Ok(name),
                Some(std::borrow::Cow::Owned(name)) => Ok(Symbol::new(&name).as_str()),
                None => self.error(token, "a wrong escape in a quoted name"),
            },
            _ => Ok(self.slice(token)),
        }
    }

    /// Items between the brackets, separated by commas; a last comma is allowed.
    pub(super) fn list<T>(
        &mut self,
        open: u8,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.expect(open)?;
        let mut items = Vec::new();
        while !self.eat(close) {
            items.push(item(self)?);
            if !self.is(close) {
                self.expect(b',')?;
            }
        }
        Ok(items)
    }

    // Declarations.

    fn declaration(&mut self, program: &mut Program, bodies: &mut Vec<(FnId, usize)>) -> Result<()> {
        let first = self.peek();
        match self.peek_word() {
            Some("data") => self.data(),
            Some("cell") => self.cell(program),
            Some("symbol") => self.symbol(),
            Some("axiom") => self.axiom(program),
            Some("code") => self.code(program),
            Some("unknown") => {
                self.at += 1;
                program.from_outside = Some(self.constructor()?);
                Ok(())
            }
            Some("extern" | "outside" | "pure" | "own" | "fn") => self.function(program, bodies),
            _ => self.error(
                first,
                "expected `data`, `cell`, `symbol`, `axiom`, `unknown`, `code`, `extern fn`, `outside fn`, \
                 `pure fn`, `own fn` or `fn`",
            ),
        }
    }

    /// `data A { None; Some(a: B) } and B { .. }`
    fn data(&mut self) -> Result<()> {
        let start = self.next();
        let members = self.member_names()?;
        let mut group = Vec::new();
        loop {
            let name = Symbol::new(self.name("the name of a datatype")?);
            self.expect(b'{')?;
            let mut ctors = Vec::new();
            while !self.eat(b'}') {
                let ctor = Symbol::new(self.name("the name of a constructor")?);
                let fields = if self.is(b'(') { self.fields(&members)? } else { Vec::new() };
                ctors.push((ctor, fields));
                if !self.is(b'}') {
                    self.expect(b';')?;
                }
            }
            if ctors.is_empty() {
                return self.error(start, format!("`{name}` has no constructor"));
            }
            group.push(DataDef { name, ctors });
            if !self.eat_word("and") {
                break;
            }
        }
        for sort in Datatype::declare(&group) {
            if let Err(error) = self.declare_data(sort) {
                return self.error(start, error.message);
            }
        }
        Ok(())
    }

    /// The names of the group that starts here, found ahead of reading it.
    fn member_names(&mut self) -> Result<Vec<&'a str>> {
        let start = self.at;
        let mut names = Vec::new();
        loop {
            names.push(self.name("the name of a datatype")?);
            self.skip_braces()?;
            if !self.eat_word("and") {
                break;
            }
        }
        self.at = start;
        Ok(names)
    }

    fn fields(&mut self, members: &[&str]) -> Result<Vec<(Symbol, SortExpr)>> {
        self.list(b'(', b')', |parser| {
            let field = Symbol::new(parser.name("the name of a field")?);
            parser.expect(b':')?;
            Ok((field, parser.sort_expr(members)?))
        })
    }

    fn declare_data(&mut self, sort: Sort) -> Result<()> {
        let datatype = sort.datatype().expect("only datatypes are declared");
        match self.datatypes.insert(datatype.name.as_str(), sort) {
            Some(known) if known == sort => return Ok(()),
            Some(_) => return self.error(self.peek(), format!("`{}` is declared twice, differently", datatype.name)),
            None => self.declared.push(sort),
        }
        for (index, definition) in datatype.ctors().iter().enumerate() {
            let ctor = value::Ctor { datatype, index };
            let stem = format!("{}.{}", datatype.name, definition.name);
            for (position, (field, _)) in definition.fields.iter().enumerate() {
                self.declare_op(format!("{stem}.{field}"), Op::Field(ctor, position))?;
            }
            self.declare_op(format!("{stem}?"), Op::Is(ctor))?;
            self.declare_op(stem, Op::Construct(ctor))?;
        }
        Ok(())
    }

    fn declare_op(&mut self, name: String, op: Op) -> Result<()> {
        if self.data_ops.contains_key(&name) {
            return self.error(self.peek(), format!("two operators of datatypes are named `{name}`"));
        }
        self.data_ops.insert(name, op);
        Ok(())
    }

    /// `cell heap list: map[ref[list], int] = {else 0}:ref[list]`
    fn cell(&mut self, program: &mut Program) -> Result<()> {
        self.at += 1;
        let role = match self.peek_word() {
            Some("heap") => CellRole::Heap,
            Some("global") => CellRole::Global,
            Some("output") => CellRole::Output,
            Some("hidden") => CellRole::Hidden,
            _ => return self.expected("`heap`, `global`, `output` or `hidden`"),
        };
        self.at += 1;
        let at = self.peek();
        let name = self.name("the name of a cell")?;
        self.expect(b':')?;
        let sort = self.sort()?;
        self.expect(b'=')?;
        let initial_at = self.peek();
        let (initial, given) = self.constant()?;
        if given != sort {
            return self.error(initial_at, format!("a cell of sort {sort} starts with a {given}"));
        }
        let id = program.cells.push(Cell { name: Symbol::new(name), sort, role, initial });
        match self.cells.insert(name, id) {
            Some(_) => self.error(at, format!("a second cell `{name}`")),
            None => Ok(()),
        }
    }

    /// `symbol f(int, int) -> int`
    fn symbol(&mut self) -> Result<()> {
        self.at += 1;
        let at = self.peek();
        let name = self.name("the name of an uninterpreted function")?;
        let params = self.list(b'(', b')', Self::sort)?;
        self.expect_arrow()?;
        let symbol = FunctionSymbol { name: Symbol::new(name), params, result: self.sort()? };
        match self.symbols.insert(name, Arc::new(symbol)) {
            Some(_) => self.error(at, format!("a second symbol `{name}`")),
            None => Ok(()),
        }
    }

    /// `axiom name: FORMULA`
    fn axiom(&mut self, program: &mut Program) -> Result<()> {
        self.at += 1;
        let name = Symbol::new(self.name("the name of an axiom")?);
        self.expect(b':')?;
        let formula = self.closed_expr()?;
        program.axioms.push(Axiom { name, formula });
        Ok(())
    }

    /// `code atom = f`
    fn code(&mut self, program: &mut Program) -> Result<()> {
        self.at += 1;
        let atom = Symbol::new(self.name("an atom")?);
        self.expect(b'=')?;
        let at = self.peek();
        let name = self.name("the name of a function")?;
        let Some(function) = self.functions.get(name) else {
            return self.error(at, format!("no function `{name}`"));
        };
        program.code.push((atom, *function));
        Ok(())
    }

    /// `fn f(x: int) -> (int) raises Value { .. }`, or without a body after `extern`, `outside` or `pure`.
    fn function(&mut self, program: &mut Program, bodies: &mut Vec<(FnId, usize)>) -> Result<()> {
        let word = self.next();
        let first = self.slice(word);
        let defined = matches!(first, "fn" | "own");
        let reach = match first {
            "outside" if self.eat_word("program") => Reach::Program,
            "outside" => Reach::Objects,
            _ => Reach::Cells,
        };
        if first != "fn" && !self.eat_word("fn") {
            return self.expected("`fn`");
        }
        let at = self.peek();
        let name = self.name("the name of a function")?;
        let params = self.list(b'(', b')', |parser| {
            let name = Symbol::new(parser.name("the name of a parameter")?);
            parser.expect(b':')?;
            Ok(Param { name, sort: parser.sort()? })
        })?;
        let results = self.results()?;
        let raises = if self.eat_word("raises") { Some(self.sort()?) } else { None };
        let kind = if defined {
            let origin = if first == "own" { Origin::FrontEnd } else { Origin::Source };
            FunctionKind::Defined(Body { origin, ..Body::default() })
        } else if first == "pure" {
            FunctionKind::Pure
        } else {
            let reads = if self.eat_word("reads") { self.cell_list()? } else { Vec::new() };
            let writes = if self.eat_word("writes") { self.cell_list()? } else { Vec::new() };
            FunctionKind::External { reads, writes, reach }
        };
        let id = program.functions.push(Arc::new(Function { name: Symbol::new(name), params, results, raises, kind }));
        if self.functions.insert(name, id).is_some() {
            return self.error(at, format!("a second function `{name}`"));
        }
        if defined {
            bodies.push((id, self.at));
            self.skip_braces()?;
        }
        Ok(())
    }

    fn results(&mut self) -> Result<Vec<Sort>> {
        if self.peek().kind != TokenKind::Arrow {
            return Ok(Vec::new());
        }
        self.at += 1;
        if self.is(b'(') { self.list(b'(', b')', Self::sort) } else { Ok(vec![self.sort()?]) }
    }

    fn cell_list(&mut self) -> Result<Vec<CellId>> {
        self.list(b'(', b')', Self::cell_name)
    }

    pub(super) fn cell_name(&mut self) -> Result<CellId> {
        let at = self.peek();
        let name = self.name("the name of a cell")?;
        match self.cells.get(name) {
            Some(id) => Ok(*id),
            None => self.error(at, format!("no cell `{name}` is declared above")),
        }
    }

    /// Past `{`, everything in it, and its `}`.
    fn skip_braces(&mut self) -> Result<()> {
        let open = self.peek();
        self.expect(b'{')?;
        let mut depth = 1;
        while depth > 0 {
            match self.next().kind {
                TokenKind::Punctuation(b'{') => depth += 1,
                TokenKind::Punctuation(b'}') => depth -= 1,
                TokenKind::End => return self.error(open, "this brace is never closed"),
                _ => {}
            }
        }
        Ok(())
    }

    // Sorts.

    pub(super) fn sort(&mut self) -> Result<Sort> {
        match self.sort_expr(&[])? {
            SortExpr::Sort(sort) => Ok(sort),
            SortExpr::Member(_) | SortExpr::Seq(_) | SortExpr::Map(..) => unreachable!("no member, no open sort"),
        }
    }

    /// A sort that may mention the members of a group of datatypes being declared.
    fn sort_expr(&mut self, members: &[&str]) -> Result<SortExpr> {
        let token = self.peek();
        let name = self.name("a sort")?;
        let bare = token.kind == TokenKind::Name;
        if bare && let Some(sort) = plain_sort(name) {
            return Ok(SortExpr::Sort(sort));
        }
        match name {
            "ref" if bare => Ok(SortExpr::Sort(Sort::reference(self.name_in_brackets()?))),
            "opaque" if bare => Ok(SortExpr::Sort(Sort::opaque(self.name_in_brackets()?))),
            "seq" if bare => {
                self.expect(b'[')?;
                let element = self.sort_expr(members)?;
                self.expect(b']')?;
                Ok(match element {
                    SortExpr::Sort(element) => SortExpr::Sort(Sort::seq(element)),
                    element => SortExpr::Seq(Box::new(element)),
                })
            }
            "map" if bare => {
                self.expect(b'[')?;
                let key = self.sort_expr(members)?;
                self.expect(b',')?;
                let value = self.sort_expr(members)?;
                self.expect(b']')?;
                Ok(match (key, value) {
                    (SortExpr::Sort(key), SortExpr::Sort(value)) => SortExpr::Sort(Sort::map(key, value)),
                    (key, value) => SortExpr::Map(Box::new(key), Box::new(value)),
                })
            }
            _ if members.contains(&name) => Ok(SortExpr::Member(Symbol::new(name))),
            _ => match self.datatypes.get(name) {
                Some(sort) => Ok(SortExpr::Sort(*sort)),
                None => self.error(token, format!("no sort `{name}` is declared above")),
            },
        }
    }

    fn name_in_brackets(&mut self) -> Result<&'a str> {
        self.expect(b'[')?;
        let name = self.name("a name")?;
        self.expect(b']')?;
        Ok(name)
    }
}

fn plain_sort(name: &str) -> Option<Sort> {
    Some(match name {
        "bool" => Sort::bool(),
        "int" => Sort::int(),
        "real" => Sort::real(),
        "atom" => Sort::atom(),
        "f32" => Sort::float(FloatFormat::F32),
        "f64" => Sort::float(FloatFormat::F64),
        _ => {
            let width = name.strip_prefix("bv")?.parse().ok().filter(|width| (1..=128).contains(width))?;
            Sort::new(SortKind::Bv(width))
        }
    })
}
