//! Reads the body of a function, flattening nested expressions into instructions.
//!
//! Names may be used before the text defines them, so values and blocks get numbers in the order
//! they are mentioned; `number.rs` gives them their final ones.

use arena::{Id, IdVec};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use value::{Op, Sort, Symbol, Value};

use super::expr::Scope;
use super::lex::{Token, TokenKind};
use super::parse::{Parser, Result};
use crate::{Args, Block, BlockId, Body, FnId, Function, Inst, Program, Span, Target, Terminator, Trap, ValueId};

impl<'a> Parser<'a> {
    /// Reads `{ .. }`, the body of that function.
    pub(super) fn body(&mut self, program: &Program, function: FnId) -> Result<Body> {
        let open = self.peek();
        self.expect(b'{')?;
        let mut reader = Reader {
            parser: self,
            program,
            function: &program.functions[function],
            values: IdVec::new(),
            value_names: FxHashMap::default(),
            definitions: Vec::new(),
            open_sorts: false,
            labels: IdVec::new(),
            label_names: FxHashMap::default(),
            blocks: Vec::new(),
            spans: Vec::new(),
        };
        reader.blocks(open)?;
        reader.finish()
    }
}

pub(super) struct Reader<'p, 'a> {
    pub(super) parser: &'p mut Parser<'a>,
    pub(super) program: &'p Program,
    pub(super) function: &'p Function,
    /// In the order they are mentioned.
    pub(super) values: IdVec<ValueId, Mentioned<'a>>,
    pub(super) value_names: FxHashMap<&'a str, ValueId>,
    /// Values in the order they are defined.
    pub(super) definitions: Vec<ValueId>,
    /// Is there an operator whose operands' sorts were not known when it was read?
    pub(super) open_sorts: bool,
    /// In the order they are mentioned.
    pub(super) labels: IdVec<BlockId, Label<'a>>,
    pub(super) label_names: FxHashMap<&'a str, BlockId>,
    /// In the order of the text.
    pub(super) blocks: Vec<Block>,
    pub(super) spans: Vec<Vec<Span>>,
}

pub(super) struct Mentioned<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) first: Token,
    pub(super) defined: bool,
    /// Not known before the definition, nor for operators on such.
    pub(super) sort: Option<Sort>,
}

pub(super) struct Label<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) first: Token,
    pub(super) block: Option<usize>,
}

impl<'a> Reader<'_, 'a> {
    fn blocks(&mut self, open: Token) -> Result<()> {
        self.entry_label(open)?;
        while !self.parser.eat(b'}') {
            self.block()?;
            if !self.parser.is(b'}') {
                self.label(open)?;
            }
        }
        if self.spans.last().is_none_or(|spans| spans.len() != self.blocks.last().map_or(0, |b| b.insts.len() + 1)) {
            return self.parser.error(open, "the last block of this function has no end");
        }
        Ok(())
    }

    /// The label of the first block, which may be left out, and so may its parameters.
    fn entry_label(&mut self, open: Token) -> Result<()> {
        if self.at_label() {
            self.label(open)?;
        } else {
            self.open_block(None, open)?;
        }
        if self.blocks[0].params.is_empty() {
            let function = self.function;
            for param in &function.params {
                let value = self.define(Some(param.name.as_str()), open, Some(param.sort))?;
                self.blocks[0].params.push(value);
            }
        }
        Ok(())
    }

    /// A statement starts with a keyword or goes on with `=` or `,` after its first name.
    fn at_label(&self) -> bool {
        let named = matches!(self.parser.peek().kind, TokenKind::Name | TokenKind::Quoted);
        named && matches!(self.parser.peek_second(), TokenKind::Punctuation(b'(' | b':'))
    }

    /// `name(x: int, y: bool):`
    fn label(&mut self, open: Token) -> Result<()> {
        let at = self.parser.peek();
        if !self.at_label() {
            return match at.kind {
                TokenKind::End => self.parser.error(open, "this brace is never closed"),
                _ => self.parser.error(at, "expected the label of a block"),
            };
        }
        let name = self.parser.name("the label of a block")?;
        self.open_block(Some(name), at)?;
        let params = if self.parser.is(b'(') {
            self.parser.list(b'(', b')', |parser| {
                let at = parser.peek();
                let name = parser.name("the name of a parameter")?;
                parser.expect(b':')?;
                Ok((name, at, parser.sort()?))
            })?
        } else {
            Vec::new()
        };
        self.parser.expect(b':')?;
        for (name, at, sort) in params {
            let value = self.define(Some(name), at, Some(sort))?;
            self.current().params.push(value);
        }
        Ok(())
    }

    fn open_block(&mut self, name: Option<&'a str>, at: Token) -> Result<BlockId> {
        let id = match name {
            Some(name) => self.mention_label(name, at),
            None => self.labels.push(Label { name: None, first: at, block: None }),
        };
        if self.labels[id].block.replace(self.blocks.len()).is_some() {
            return self.parser.error(at, format!("a second block `{}`", name.unwrap_or_default()));
        }
        let end = Terminator::Unsupported(Symbol::new("open"));
        self.blocks.push(Block { params: Vec::new(), insts: Vec::new(), end });
        self.spans.push(Vec::new());
        Ok(id)
    }

    fn current(&mut self) -> &mut Block {
        self.blocks.last_mut().expect("the entry is opened first")
    }

    fn mention_label(&mut self, name: &'a str, at: Token) -> BlockId {
        *self
            .label_names
            .entry(name)
            .or_insert_with(|| self.labels.push(Label { name: Some(name), first: at, block: None }))
    }

    // Values.

    /// The value of that name, defined or not.
    fn mention(&mut self, name: &'a str, at: Token) -> ValueId {
        *self
            .value_names
            .entry(name)
            .or_insert_with(|| self.values.push(Mentioned { name: Some(name), first: at, defined: false, sort: None }))
    }

    fn define(&mut self, name: Option<&'a str>, at: Token, sort: Option<Sort>) -> Result<ValueId> {
        let id = match name {
            Some(name) => self.mention(name, at),
            None => self.values.push(Mentioned { name: None, first: at, defined: false, sort: None }),
        };
        let value = &mut self.values[id];
        if std::mem::replace(&mut value.defined, true) {
            return self.parser.error(at, format!("a second value `{}`", name.unwrap_or_default()));
        }
        value.sort = sort;
        value.first = at;
        self.definitions.push(id);
        Ok(id)
    }

    fn push(&mut self, inst: Inst) {
        self.current().insts.push(inst);
        self.spans.last_mut().expect("one a block").push(Span::none());
    }

    /// An expression as the value that an instruction computes.
    fn operand(&mut self) -> Result<ValueId> {
        self.expr(None)
    }

    /// An expression; its value gets the name.
    fn expr(&mut self, name: Option<(&'a str, Token)>) -> Result<ValueId> {
        let at = self.parser.peek();
        let (name, name_at) = name.map_or((None, at), |(name, at)| (Some(name), at));
        if self.parser.at_constant() || self.parser.eat_word("const") {
            let (value, sort) = self.parser.constant()?;
            let result = self.define(name, name_at, Some(sort))?;
            self.push(Inst::Const { result, value });
            return Ok(result);
        }
        match (self.parser.peek_word(), self.parser.peek_second()) {
            (_, TokenKind::Punctuation(b'(' | b'[')) => self.apply(name, name_at),
            (Some("get"), TokenKind::Name | TokenKind::Quoted) => {
                self.parser.at += 1;
                let cell = self.parser.cell_name()?;
                let result = self.define(name, name_at, Some(self.program.cells[cell].sort))?;
                self.push(Inst::Get { result, cell });
                Ok(result)
            }
            (Some("alloc"), TokenKind::Name | TokenKind::Quoted) => {
                self.parser.at += 1;
                let sort = self.parser.sort()?;
                let result = self.define(name, name_at, Some(sort))?;
                self.push(Inst::Alloc { result });
                Ok(result)
            }
            (Some("choose"), TokenKind::Name | TokenKind::Quoted) => {
                self.parser.at += 1;
                let sort = self.parser.sort()?;
                let result = self.define(name, name_at, Some(sort))?;
                self.push(Inst::Choose { result });
                Ok(result)
            }
            _ => {
                let used = self.parser.name("a value")?;
                let value = self.mention(used, at);
                match name {
                    None => Ok(value),
                    Some(name) => self.alias(name, name_at, value),
                }
            }
        }
    }

    /// Another name for a value.
    fn alias(&mut self, name: &'a str, at: Token, value: ValueId) -> Result<ValueId> {
        match self.value_names.insert(name, value) {
            Some(_) => self.parser.error(at, format!("`{name}` is used above or defined twice")),
            None => Ok(value),
        }
    }

    fn apply(&mut self, name: Option<&'a str>, name_at: Token) -> Result<ValueId> {
        let at = self.parser.peek();
        let (op, args) = match self.parser.binder() {
            Some(binder) => self.quantifier(binder)?,
            None => (self.parser.operator()?, self.operands()?),
        };
        let sorts: Option<SmallVec<[Sort; 4]>> = args.iter().map(|arg| self.values[*arg].sort).collect();
        let sort = match sorts {
            Some(sorts) => match op.result(&sorts) {
                Ok(sort) => Some(sort),
                Err(why) => return self.parser.error(at, why.to_string()),
            },
            None => {
                self.open_sorts = true;
                None
            }
        };
        let result = self.define(name, name_at, sort)?;
        self.push(Inst::Apply { result, op, args });
        Ok(result)
    }

    /// `(x, add(y, 1))`
    fn operands(&mut self) -> Result<Args> {
        self.parser.expect(b'(')?;
        let mut args = Args::new();
        while !self.parser.eat(b')') {
            args.push(self.operand()?);
            if !self.parser.is(b')') {
                self.parser.expect(b',')?;
            }
        }
        Ok(args)
    }

    /// `(x: int) with (n: int = v1) on {f(x)}: le(x, n)`
    fn quantifier(&mut self, binder: value::Binder) -> Result<(Op, Args)> {
        let bound = self.parser.bound_variables()?;
        let (mut scope, mut sorts, mut args) = (Scope::default(), Vec::new(), Args::new());
        if self.parser.eat_word("with") {
            self.parser.expect(b'(')?;
            while !self.parser.eat(b')') {
                scope.captured.push(self.parser.name("a name for what is captured")?);
                self.parser.expect(b':')?;
                sorts.push(self.parser.sort()?);
                self.parser.expect(b'=')?;
                args.push(self.operand()?);
                if !self.parser.is(b')') {
                    self.parser.expect(b',')?;
                }
            }
        }
        let quantifier = self.parser.quantifier_rest(binder, bound, sorts, &mut scope)?;
        Ok((Op::Quantifier(quantifier.into()), args))
    }

    // Statements.

    /// The instructions and the end of the current block.
    fn block(&mut self) -> Result<()> {
        loop {
            let first = self.blocks.len();
            let done = self.spans[first - 1].len();
            let end = self.statement()?;
            let span = self.span()?;
            let block = first - 1;
            let ended = end.is_some();
            if let Some(end) = end {
                self.blocks[block].end = end;
                self.spans[block].push(Span::none());
            }
            self.spans[block][done..].fill(span);
            // A short call goes on in the block it opened.
            if ended && self.blocks.len() == first {
                return Ok(());
            }
        }
    }

    /// One instruction with what it needs, or the end of the block.
    fn statement(&mut self) -> Result<Option<Terminator>> {
        let at = self.parser.peek();
        if let TokenKind::Punctuation(b'=' | b',') = self.parser.peek_second() {
            return self.assignment();
        }
        let word = self.parser.peek_word().unwrap_or_default();
        self.parser.at += usize::from(at.kind != TokenKind::End);
        Ok(Some(match word {
            "set" => {
                let cell = self.parser.cell_name()?;
                self.parser.expect(b',')?;
                let value = self.operand()?;
                self.push(Inst::Set { cell, value });
                return Ok(None);
            }
            "assume" => {
                let condition = self.operand()?;
                self.push(Inst::Assume { condition });
                return Ok(None);
            }
            "jump" => Terminator::Jump(self.target()?),
            "branch" => {
                let condition = self.operand()?;
                self.parser.expect(b',')?;
                let then = self.target()?;
                self.parser.expect(b',')?;
                Terminator::Branch { condition, then, otherwise: self.target()? }
            }
            "switch" => self.switch()?,
            "call" => self.call(Vec::new())?,
            "return" => Terminator::Return(self.returned_values()?),
            "raise" => Terminator::Raise(self.operand()?),
            "trap" => Terminator::Trap(Trap::named(self.word()?.as_str())),
            "unsupported" => Terminator::Unsupported(self.word()?),
            _ => return self.parser.error(at, "expected an instruction or the end of the block"),
        }))
    }

    /// `x = EXPR`, or `x, y = call f(..)`.
    fn assignment(&mut self) -> Result<Option<Terminator>> {
        let mut names = Vec::new();
        loop {
            let at = self.parser.peek();
            names.push((self.parser.name("the name of a value")?, at));
            if !self.parser.eat(b',') {
                break;
            }
        }
        self.parser.expect(b'=')?;
        let is_call = matches!(self.parser.peek_second(), TokenKind::Name | TokenKind::Quoted);
        if is_call && self.parser.eat_word("call") {
            return self.call(names).map(Some);
        }
        match names[..] {
            [name] => {
                self.expr(Some(name))?;
                Ok(None)
            }
            _ => self.parser.error(names[0].1, "only a call gives several values"),
        }
    }

    fn target(&mut self) -> Result<Target> {
        let at = self.parser.peek();
        let name = self.parser.name("the label of a block")?;
        let args = if self.parser.is(b'(') { self.operands()? } else { Args::new() };
        Ok(Target { block: self.mention_label(name, at), args })
    }

    /// `v { 1 -> b1, 2 -> b2, else b3 }`
    fn switch(&mut self) -> Result<Terminator> {
        let on = self.operand()?;
        self.parser.expect(b'{')?;
        let mut cases: Vec<(Value, Target)> = Vec::new();
        while !self.parser.eat_word("else") {
            let (case, _) = self.parser.constant()?;
            self.parser.expect_arrow()?;
            cases.push((case, self.target()?));
            self.parser.expect(b',')?;
        }
        let default = self.target()?;
        self.parser.eat(b',');
        self.parser.expect(b'}')?;
        Ok(Terminator::Switch { on, cases, default })
    }

    /// `f(x) -> b1(y), raised b2(z)`; or without `->`, going on in a new block with the results.
    fn call(&mut self, names: Vec<(&'a str, Token)>) -> Result<Terminator> {
        let at = self.parser.peek();
        let name = self.parser.name("the name of a function")?;
        let Some(&callee) = self.parser.functions.get(name) else {
            return self.parser.error(at, format!("no function `{name}`"));
        };
        let args = self.operands()?;
        if self.parser.peek().kind == TokenKind::Arrow && names.is_empty() {
            self.parser.at += 1;
            let returned = self.target()?;
            let raised = if self.parser.eat(b',') { Some(self.raised()?) } else { None };
            return Ok(Terminator::Call { callee, args, returned, raised });
        }
        let raised = if self.parser.peek_word() == Some("raised") { Some(self.raised()?) } else { None };
        let results = &self.program.functions[callee].results;
        if !names.is_empty() && names.len() != results.len() {
            let message = format!("`{name}` gives {} results, not {}", results.len(), names.len());
            return self.parser.error(names[0].1, message);
        }
        let block = self.open_block(None, at)?;
        for (index, sort) in results.iter().enumerate() {
            let (name, at) = names.get(index).map_or((None, at), |(name, at)| (Some(*name), *at));
            let param = self.define(name, at, Some(*sort))?;
            self.current().params.push(param);
        }
        Ok(Terminator::Call { callee, args, returned: Target { block, args: Args::new() }, raised })
    }

    fn raised(&mut self) -> Result<Target> {
        match self.parser.eat_word("raised") {
            true => self.target(),
            false => self.parser.error(self.parser.peek(), "expected `raised` and a block"),
        }
    }

    /// The values after `return`: none if a label, a place or the end of the function follows.
    fn returned_values(&mut self) -> Result<Args> {
        let mut values = Args::new();
        let label = matches!(self.parser.peek().kind, TokenKind::Name | TokenKind::Quoted) && self.label_follows();
        if label || self.parser.is(b'}') || self.parser.is(b'@') {
            return Ok(values);
        }
        loop {
            values.push(self.operand()?);
            if !self.parser.eat(b',') {
                return Ok(values);
            }
        }
    }

    /// Is this a label, with a colon after its name or its parameters, and no expression?
    fn label_follows(&self) -> bool {
        let rest = &self.parser.tokens[self.parser.at + 1..];
        match rest[0].kind {
            TokenKind::Punctuation(b':') => true,
            // A parameter has a colon after its name; nothing in an expression does but `forall(x: ..)`.
            TokenKind::Punctuation(b'(') => {
                let binder = matches!(self.parser.peek_word(), Some("forall" | "exists" | "lambda"));
                let empty = rest.len() > 2
                    && rest[1].kind == TokenKind::Punctuation(b')')
                    && rest[2].kind == TokenKind::Punctuation(b':');
                let param = rest.len() > 2
                    && matches!(rest[1].kind, TokenKind::Name | TokenKind::Quoted)
                    && rest[2].kind == TokenKind::Punctuation(b':');
                !binder && (empty || param)
            }
            _ => false,
        }
    }

    fn word(&mut self) -> Result<Symbol> {
        match self.parser.peek().kind {
            TokenKind::Text => Ok(Symbol::new(&self.parser.quoted()?)),
            _ => self.parser.error(self.parser.peek(), "expected a word in double quotes"),
        }
    }

    /// `@3:5`, `@3:5-3:9`, `@1/3:5`, if there is one.
    fn span(&mut self) -> Result<Span> {
        if !self.parser.eat(b'@') {
            return Ok(Span::none());
        }
        let mut line = self.parser.u32()?;
        let mut file = 0;
        if self.parser.eat(b'/') {
            (file, line) = (line, self.parser.u32()?);
        }
        self.parser.expect(b':')?;
        let column = self.parser.u32()?;
        let (mut end_line, mut end_column) = (line, column);
        // The lexer reads `-3` as one number.
        let token = self.parser.peek();
        if let Some(digits) = self.parser.slice(token).strip_prefix('-')
            && token.kind == TokenKind::Number
        {
            self.parser.at += 1;
            end_line = match digits.parse() {
                Ok(line) => line,
                Err(_) => return self.parser.error(token, "expected a line"),
            };
            self.parser.expect(b':')?;
            end_column = self.parser.u32()?;
        }
        Ok(Span { file: Id::new(file as usize), line, column, end_line, end_column })
    }
}
