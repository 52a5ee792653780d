//! Types.

use crate::ast::{MapType, Type};
use crate::lexer::TokenKind;

use super::{Parse, Parser};

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Parse<Type> {
        if self.kind() != TokenKind::Ident {
            return self.type_atom_or_map();
        }
        let name = self.name()?;
        let mut args = Vec::new();
        // `C a b` applies C to a and b; a map type can only stand last.
        loop {
            match self.kind() {
                TokenKind::Ident => {
                    let name = self.name()?;
                    args.push(Type::Named { name, args: Vec::new() });
                }
                TokenKind::Bool | TokenKind::Int | TokenKind::Real | TokenKind::OpenParen => {
                    args.push(self.type_atom_or_map()?)
                }
                TokenKind::OpenBracket | TokenKind::Lt => {
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
                TokenKind::Bool => {
                    parser.take();
                    Type::Bool
                }
                TokenKind::Int => {
                    parser.take();
                    Type::Int
                }
                TokenKind::Real => {
                    parser.take();
                    Type::Real
                }
                TokenKind::OpenParen => {
                    parser.take();
                    let ty = parser.ty()?;
                    parser.expect(TokenKind::CloseParen)?;
                    ty
                }
                TokenKind::OpenBracket | TokenKind::Lt => {
                    let type_params = parser.type_params()?;
                    parser.expect(TokenKind::OpenBracket)?;
                    let keys = parser.list_until(TokenKind::CloseBracket, Self::ty)?;
                    let value = parser.ty()?;
                    Type::Map(Box::new(MapType { type_params, keys, value }))
                }
                _ => return Err(parser.expected("a type")),
            })
        })
    }
}
