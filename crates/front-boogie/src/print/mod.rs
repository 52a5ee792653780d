//! A tree back to Boogie text. Reading that text again gives the same tree.

mod decl;
mod expr;
mod stmt;

use std::fmt::Write as _;

use crate::ast::{AttributeArg, Attributes, Decl, Expr, Name, Program, Type};

use expr::Level;

pub(crate) use expr::decimal;

/// The whole program.
pub fn program(program: &Program) -> String {
    let mut printer = Printer::default();
    for (index, decl) in program.decls.iter().enumerate() {
        if index > 0 && matches!(decl, Decl::Procedure(_) | Decl::Implementation(_)) {
            printer.text.push('\n');
        }
        printer.decl(decl);
    }
    printer.text
}

/// One expression.
pub fn expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr, Level::Any);
    printer.text
}

/// One type.
pub fn ty(ty: &Type) -> String {
    let mut printer = Printer::default();
    printer.ty(ty);
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    indent: usize,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A name that is a keyword is written `\\old`.
    fn name(&mut self, name: &str) {
        if crate::lexer::is_keyword(name) {
            self.put("\\");
        }
        self.put(name);
    }

    fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Self, &T)) {
        for (index, each) in items.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            item(self, each);
        }
    }

    fn names(&mut self, names: &[Name]) {
        self.list(names, |printer, name| printer.name(&name.symbol));
    }

    fn type_params(&mut self, params: &[Name]) {
        if !params.is_empty() {
            self.put("<");
            self.names(params);
            self.put(">");
        }
    }

    fn attributes(&mut self, attributes: &Attributes) {
        for attribute in attributes {
            let _ = write!(self.text, "{{:{}", attribute.name);
            for (index, arg) in attribute.args.iter().enumerate() {
                self.put(if index == 0 { " " } else { ", " });
                match arg {
                    AttributeArg::Text(text) => {
                        let _ = write!(self.text, "\"{text}\"");
                    }
                    AttributeArg::Expr(expr) => self.expr(expr, Level::Any),
                }
            }
            self.put("} ");
        }
    }
}
