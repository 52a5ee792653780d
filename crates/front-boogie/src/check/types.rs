//! Types as written to types resolved.

use std::sync::Arc;

use value::Symbol;

use crate::ast::{self, Name, Type};
use crate::types::{MapTy, Substitution, Ty, TypeParam};

use super::{Checker, TypeName};

/// `bv32`, `float24e8`: types that are names.
pub(super) fn builtin(name: Symbol) -> Option<Ty> {
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    if let Some(width) = name.strip_prefix("bv") {
        return number(width).map(Ty::Bv);
    }
    let (significand, exponent) = name.strip_prefix("float")?.split_once('e')?;
    Some(Ty::Float(number(significand)?, number(exponent)?))
}

impl<'a> Checker<'a> {
    pub(super) fn ty(&mut self, ty: &Type) -> Ty {
        match ty {
            Type::Bool => Ty::Bool,
            Type::Int => Ty::Int,
            Type::Real => Ty::Real,
            Type::Map(map) => {
                let outer = self.type_scope.len();
                let params: Vec<TypeParam> = self.open_type_params(&map.type_params);
                let keys: Vec<Ty> = map.keys.iter().map(|key| self.ty(key)).collect();
                let value = self.ty(&map.value);
                self.type_scope.truncate(outer);
                Ty::Map(Arc::new(MapTy {
                    params: params.len() as u32,
                    keys: keys.iter().map(|key| key.close_over(&params)).collect(),
                    value: value.close_over(&params),
                }))
            }
            Type::Named { name, args } => self.named(*name, args),
        }
    }

    fn named(&mut self, name: Name, args: &[Type]) -> Ty {
        let args: Vec<Ty> = args.iter().map(|arg| self.ty(arg)).collect();
        let in_scope = self.type_scope.iter().rev().find(|(known, _)| *known == name.symbol);
        if let Some((_, ty)) = in_scope {
            let ty = ty.clone();
            return if self.fits_arity(name, 0, args.len()) { ty } else { Ty::Error };
        }
        match self.types.get(&name.symbol).copied() {
            None => match builtin(name.symbol) {
                Some(ty) if self.fits_arity(name, 0, args.len()) => ty,
                Some(_) => Ty::Error,
                None => {
                    self.fail(name.at, format!("unknown type `{}`", name.symbol));
                    Ty::Error
                }
            },
            Some(TypeName::Declared { params }) => self.applied(name, params, args),
            Some(TypeName::Datatype(index)) => {
                let params = self.program.datatypes[index as usize].params.len();
                self.applied(name, params, args)
            }
            Some(TypeName::Expanding) => {
                self.fail(name.at, format!("type `{}` is defined by itself", name.symbol));
                Ty::Error
            }
            Some(TypeName::Synonym(decl)) => match &decl.synonym {
                Some(synonym) if self.fits_arity(name, decl.params.len(), args.len()) => {
                    self.expand(decl, synonym, args)
                }
                _ => Ty::Error,
            },
        }
    }

    fn applied(&mut self, name: Name, params: usize, args: Vec<Ty>) -> Ty {
        if self.fits_arity(name, params, args.len()) { Ty::Con(name.symbol, args.into()) } else { Ty::Error }
    }

    fn fits_arity(&mut self, name: Name, params: usize, args: usize) -> bool {
        if params != args {
            self.fail(name.at, format!("type `{}` takes {params} arguments, not {args}", name.symbol));
        }
        params == args
    }

    /// What is wrong inside the synonym is reported at its declaration, so every use reports the
    /// same message, of which one is kept.
    fn expand(&mut self, decl: &'a ast::TypeDecl, synonym: &'a Type, args: Vec<Ty>) -> Ty {
        let outer = std::mem::take(&mut self.type_scope);
        self.types.insert(decl.name.symbol, TypeName::Expanding);
        let params = self.open_type_params(&decl.params);
        let expanded = self.ty(synonym);
        self.types.insert(decl.name.symbol, TypeName::Synonym(decl));
        self.type_scope = outer;
        let with: Substitution = params.iter().map(|param| param.number).zip(args).collect();
        expanded.substitute(&with)
    }

    pub(super) fn check_synonym(&mut self, decl: &'a ast::TypeDecl, synonym: &'a Type) {
        let args = vec![Ty::Int; decl.params.len()];
        self.expand(decl, synonym, args);
    }
}
