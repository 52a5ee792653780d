//! Source text to tokens.

use std::fmt;

use logos::{Lexer, Logos};

use crate::ast::At;

/// The kinds of token. The text of a token is its slice of the source.
#[derive(Logos, Copy, Clone, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(crate) enum TokenKind {
    #[token("/*", block_comment)]
    Comment,

    #[regex(r"\\?[A-Za-z'~#$^_.?`][A-Za-z0-9'~#$^_.?`]*")]
    Ident,
    #[regex(r"[0-9]+")]
    Nat,
    #[regex(r"[0-9]+\.[0-9]+(e-?[0-9]+)?")]
    #[regex(r"[0-9]+e-?[0-9]+")]
    Decimal,
    #[regex(r"[0-9]+bv[0-9]+")]
    BvLit,
    #[regex(r"0x[0-9a-fA-F]+\.[0-9a-fA-F]+e-?[0-9]+f[0-9]+e[0-9]+")]
    #[regex(r"0(NaN|nan|\+oo|-oo)[0-9]+e[0-9]+")]
    FloatLit,
    #[regex(r#""([^"\\\n]|\\.)*""#)]
    Text,

    #[token("type")]
    Type,
    #[token("const")]
    Const,
    #[token("function")]
    Function,
    #[token("axiom")]
    Axiom,
    #[token("var")]
    Var,
    #[token("procedure")]
    Procedure,
    #[token("implementation")]
    Implementation,
    #[token("returns")]
    Returns,
    #[token("requires")]
    Requires,
    #[token("ensures")]
    Ensures,
    #[token("modifies")]
    Modifies,
    #[token("free")]
    Free,
    #[token("where")]
    Where,
    #[token("unique")]
    Unique,
    #[token("extends")]
    Extends,
    #[token("assert")]
    Assert,
    #[token("assume")]
    Assume,
    #[token("havoc")]
    Havoc,
    #[token("call")]
    Call,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("while")]
    While,
    #[token("invariant")]
    Invariant,
    #[token("break")]
    Break,
    #[token("return")]
    Return,
    #[token("goto")]
    Goto,
    #[token("old")]
    Old,
    #[token("forall")]
    #[token("∀")]
    Forall,
    #[token("exists")]
    #[token("∃")]
    Exists,
    #[token("lambda")]
    #[token("λ")]
    Lambda,
    #[token("bool")]
    Bool,
    #[token("int")]
    Int,
    #[token("real")]
    Real,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("div")]
    Div,
    #[token("mod")]
    Mod,

    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("{:")]
    OpenAttribute,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("::")]
    #[token("•")]
    ColonColon,
    #[token(":=")]
    Assign,
    #[token("=")]
    Equals,
    #[token("==")]
    Eq,
    #[token("!=")]
    #[token("≠")]
    Ne,
    #[token("<")]
    Lt,
    #[token(">")]
    Gt,
    #[token("<=")]
    #[token("≤")]
    Le,
    #[token(">=")]
    #[token("≥")]
    Ge,
    #[token("<:")]
    Extending,
    #[token("&&")]
    #[token("∧")]
    And,
    #[token("||")]
    #[token("∨")]
    Or,
    #[token("==>")]
    #[token("⇒")]
    Implies,
    #[token("<==")]
    #[token("⇐")]
    Explies,
    #[token("<==>")]
    #[token("⇔")]
    Iff,
    #[token("!")]
    #[token("¬")]
    Not,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("**")]
    StarStar,
    #[token("++")]
    PlusPlus,
    #[token("->")]
    Arrow,
    #[token("|")]
    Bar,
    #[token("|{")]
    OpenCode,
    #[token("}|")]
    CloseCode,

    /// A character that begins no token, or a comment without end.
    Unknown,
    End,
}

/// Comments nest.
fn block_comment(lexer: &mut Lexer<TokenKind>) -> logos::FilterResult<(), ()> {
    let bytes = lexer.remainder().as_bytes();
    let (mut depth, mut at) = (1, 0);
    while depth > 0 {
        match bytes.get(at..at + 2) {
            Some(b"*/") => (depth, at) = (depth - 1, at + 2),
            Some(b"/*") => (depth, at) = (depth + 1, at + 2),
            Some(_) => at += 1,
            None => {
                lexer.bump(bytes.len());
                return logos::FilterResult::Error(());
            }
        }
    }
    lexer.bump(at);
    logos::FilterResult::Skip
}

#[derive(Copy, Clone)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    pub(crate) fn at(self, file: u32) -> At {
        At { file, start: self.start, end: self.end }
    }
}

/// All tokens, the last of them [`TokenKind::End`].
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let offset = |at: usize| u32::try_from(at).expect("a source file is smaller than 4 GB");
    let mut tokens: Vec<Token> = TokenKind::lexer(text)
        .spanned()
        .map(|(kind, span)| Token {
            kind: kind.unwrap_or(TokenKind::Unknown),
            start: offset(span.start),
            end: offset(span.end),
        })
        .collect();
    tokens.push(Token { kind: TokenKind::End, start: offset(text.len()), end: offset(text.len()) });
    tokens
}

/// Would the name be read as something else?
pub(crate) fn is_keyword(name: &str) -> bool {
    let mut lexer = TokenKind::lexer(name);
    lexer.next() != Some(Ok(TokenKind::Ident))
}

/// How messages call a kind of token.
impl fmt::Display for TokenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            TokenKind::Comment => "a comment",
            TokenKind::Ident => "a name",
            TokenKind::Nat => "a number",
            TokenKind::Decimal => "a decimal number",
            TokenKind::BvLit => "a bit-vector",
            TokenKind::FloatLit => "a float",
            TokenKind::Text => "a string",
            TokenKind::Unknown => "an unknown character",
            TokenKind::End => "the end of the file",
            TokenKind::Type => "`type`",
            TokenKind::Const => "`const`",
            TokenKind::Function => "`function`",
            TokenKind::Axiom => "`axiom`",
            TokenKind::Var => "`var`",
            TokenKind::Procedure => "`procedure`",
            TokenKind::Implementation => "`implementation`",
            TokenKind::Returns => "`returns`",
            TokenKind::Requires => "`requires`",
            TokenKind::Ensures => "`ensures`",
            TokenKind::Modifies => "`modifies`",
            TokenKind::Free => "`free`",
            TokenKind::Where => "`where`",
            TokenKind::Unique => "`unique`",
            TokenKind::Extends => "`extends`",
            TokenKind::Assert => "`assert`",
            TokenKind::Assume => "`assume`",
            TokenKind::Havoc => "`havoc`",
            TokenKind::Call => "`call`",
            TokenKind::If => "`if`",
            TokenKind::Then => "`then`",
            TokenKind::Else => "`else`",
            TokenKind::While => "`while`",
            TokenKind::Invariant => "`invariant`",
            TokenKind::Break => "`break`",
            TokenKind::Return => "`return`",
            TokenKind::Goto => "`goto`",
            TokenKind::Old => "`old`",
            TokenKind::Forall => "`forall`",
            TokenKind::Exists => "`exists`",
            TokenKind::Lambda => "`lambda`",
            TokenKind::Bool => "`bool`",
            TokenKind::Int => "`int`",
            TokenKind::Real => "`real`",
            TokenKind::True => "`true`",
            TokenKind::False => "`false`",
            TokenKind::Div => "`div`",
            TokenKind::Mod => "`mod`",
            TokenKind::OpenParen => "`(`",
            TokenKind::CloseParen => "`)`",
            TokenKind::OpenBracket => "`[`",
            TokenKind::CloseBracket => "`]`",
            TokenKind::OpenBrace => "`{`",
            TokenKind::CloseBrace => "`}`",
            TokenKind::OpenAttribute => "`{:`",
            TokenKind::Comma => "`,`",
            TokenKind::Semicolon => "`;`",
            TokenKind::Colon => "`:`",
            TokenKind::ColonColon => "`::`",
            TokenKind::Assign => "`:=`",
            TokenKind::Equals => "`=`",
            TokenKind::Eq => "`==`",
            TokenKind::Ne => "`!=`",
            TokenKind::Lt => "`<`",
            TokenKind::Gt => "`>`",
            TokenKind::Le => "`<=`",
            TokenKind::Ge => "`>=`",
            TokenKind::Extending => "`<:`",
            TokenKind::And => "`&&`",
            TokenKind::Or => "`||`",
            TokenKind::Implies => "`==>`",
            TokenKind::Explies => "`<==`",
            TokenKind::Iff => "`<==>`",
            TokenKind::Not => "`!`",
            TokenKind::Plus => "`+`",
            TokenKind::Minus => "`-`",
            TokenKind::Star => "`*`",
            TokenKind::Slash => "`/`",
            TokenKind::StarStar => "`**`",
            TokenKind::PlusPlus => "`++`",
            TokenKind::Arrow => "`->`",
            TokenKind::Bar => "`|`",
            TokenKind::OpenCode => "`|{`",
            TokenKind::CloseCode => "`}|`",
        };
        f.write_str(text)
    }
}
