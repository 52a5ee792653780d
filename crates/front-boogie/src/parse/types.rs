//! Types.

use crate::ast::{MapType, Type};
use crate::lexer::Kind;

use super::{Parse, Parser};

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Parse<Type> {
        if self.kind() != Kind::Ident {
            return self.type_atom_or_map();
        }
        let name = self.name()?;
        let mut args = Vec::new();
        // `C a b` applies C to a and b; a map type can only stand last.
        loop {
            match self.kind() {
                Kind::Ident => {
                    let name = self.name()?;
                    args.push(Type::Named { name, args: Vec::new() });
                }
                Kind::Bool | Kind::Int | Kind::Real | Kind::OpenParen => args.push(self.type_atom_or_map()?),
                Kind::OpenBracket | Kind::Lt => {
                    args.push(self.type_atom_or_map()?);
                    break;
                }
                _ => break,
            }
        }
        Ok(Type::Named { name, args })
    }

    fn type_atom_or_map(&mut self) -> Parse<Type> {
        self.nested(|parser| {
            Ok(match parser.kind() {
                Kind::Bool => {
                    parser.take();
                    Type::Bool
                }
                Kind::Int => {
                    parser.take();
                    Type::Int
                }
                Kind::Real => {
                    parser.take();
                    Type::Real
                }
                Kind::OpenParen => {
                    parser.take();
                    let ty = parser.ty()?;
                    parser.expect(Kind::CloseParen)?;
                    ty
                }
                Kind::OpenBracket | Kind::Lt => {
                    let type_params = parser.type_params()?;
                    parser.expect(Kind::OpenBracket)?;
                    let keys = parser.list_until(Kind::CloseBracket, Self::ty)?;
                    let value = parser.ty()?;
                    Type::Map(Box::new(MapType { type_params, keys, value }))
                }
                _ => return Err(parser.expected("a type")),
            })
        })
    }
}
