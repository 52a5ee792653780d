//! Tokens to a tree, by recursive descent.
//!
//! After an error the parser skips to the next statement or declaration and goes on, so that one
//! run reports several errors. A tree with holes is never handed out: any message means failure.

mod decl;
mod expr;
mod stmt;
mod types;

use value::Symbol;

use crate::ast::{At, Attribute, AttributeArg, Attributes, Name, Program};
use crate::lexer::{Token, TokenKind, tokens};
use crate::message::Message;

/// More than this is a cascade that nobody reads.
const MOST_MESSAGES: usize = 50;

/// Expressions and statements may nest this deep.
const MOST_NESTING: u32 = 20_000;

/// Reads one file into the program; `file` is its number in the places of the tree.
pub(crate) fn parse(file: u32, text: &str, program: &mut Program, messages: &mut Vec<Message>) {
    let mut parser = Parser { file, text, tokens: tokens(text), next: 0, depth: 0, messages };
    parser.program(program);
}

struct Parser<'a> {
    file: u32,
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    depth: u32,
    messages: &'a mut Vec<Message>,
}

/// The message has been recorded; the caller recovers.
struct Failed;

type Parse<T> = Result<T, Failed>;

impl<'a> Parser<'a> {
    fn token(&self) -> Token {
        self.tokens[self.next]
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    /// The kind of the token after `ahead` others.
    fn peek(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.next + ahead).map_or(TokenKind::End, |token| token.kind)
    }

    fn at(&self) -> At {
        self.token().at(self.file)
    }

    /// The place of the last token taken.
    fn last_at(&self) -> At {
        self.tokens[self.next.saturating_sub(1)].at(self.file)
    }

    fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.start as usize..token.end as usize]
    }

    fn take(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.next += 1;
        }
        token
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.take();
        }
        found
    }

    /// Is the next token that word? For words that are only sometimes keywords.
    fn is_word(&self, word: &str) -> bool {
        self.kind() == TokenKind::Ident && self.text_of(self.token()) == word
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, kind: TokenKind) -> Parse<Token> {
        if self.kind() == kind { Ok(self.take()) } else { Err(self.expected(&kind.to_string())) }
    }

    fn expected(&mut self, what: &str) -> Failed {
        let found = match self.kind() {
            TokenKind::End => TokenKind::End.to_string(),
            TokenKind::Unknown if self.text_of(self.token()).starts_with("/*") => "a comment that does not end".into(),
            _ => format!("`{}`", self.text_of(self.token())),
        };
        self.fail(self.at(), format!("expected {what}, found {found}"))
    }

    fn fail(&mut self, at: At, text: impl Into<String>) -> Failed {
        if self.messages.len() < MOST_MESSAGES {
            self.messages.push(Message { at, text: text.into() });
        }
        Failed
    }

    fn name(&mut self) -> Parse<Name> {
        let token = self.expect(TokenKind::Ident)?;
        // `\old` is the name `old`.
        let text = self.text_of(token);
        let text = text.strip_prefix('\\').unwrap_or(text);
        Ok(Name { symbol: Symbol::new(text), at: token.at(self.file) })
    }

    /// `item, item, …`, at least one.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(TokenKind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// `item, item, …` up to the closing token, which is taken; perhaps none.
    fn list_until<T>(&mut self, close: TokenKind, item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let items = if self.kind() == close { Vec::new() } else { self.list(item)? };
        self.expect(close)?;
        Ok(items)
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MOST_NESTING {
            return Err(self.fail(self.at(), format!("nested deeper than {MOST_NESTING} levels")));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// `{:name args} …`
    fn attributes(&mut self) -> Parse<Attributes> {
        let mut attributes = Vec::new();
        while self.kind() == TokenKind::OpenAttribute {
            attributes.push(self.attribute()?);
        }
        Ok(attributes)
    }

    fn attribute(&mut self) -> Parse<Attribute> {
        self.expect(TokenKind::OpenAttribute)?;
        // Any word may name an attribute, keywords too.
        let token = self.take();
        let name = Symbol::new(self.text_of(token));
        let args = self.list_until(TokenKind::CloseBrace, |parser| {
            if parser.kind() == TokenKind::Text {
                let text = parser.take();
                let text = parser.text_of(text);
                return Ok(AttributeArg::Text(text[1..text.len() - 1].to_string()));
            }
            parser.expr().map(AttributeArg::Expr)
        })?;
        Ok(Attribute { name, args })
    }

    /// `<T, U>`, if there.
    fn type_params(&mut self) -> Parse<Vec<Name>> {
        if !self.eat(TokenKind::Lt) {
            return Ok(Vec::new());
        }
        self.list_until(TokenKind::Gt, Self::name)
    }
}
