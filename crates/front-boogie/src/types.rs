//! Types after resolution: synonyms expanded, names bound, ready to be unified.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use value::Symbol;

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Ty {
    Bool,
    Int,
    Real,
    Bv(u32),
    /// Bits of significand and exponent.
    Float(u32, u32),
    /// A declared type, or a datatype, with its arguments.
    Con(Symbol, Arc<[Ty]>),
    Map(Arc<MapTy>),
    /// A type parameter in scope.
    Param(TypeParam),
    /// A parameter of the polymorphic map that encloses it, `depth` such maps out.
    Bound {
        depth: u32,
        index: u32,
    },
    /// Not known yet.
    Meta(u32),
    /// Something about it has been reported already; fits everything.
    Error,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct TypeParam {
    /// Tells parameters of the same name apart.
    pub(crate) number: u32,
    pub(crate) name: Symbol,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct MapTy {
    /// The number of type parameters; with some, the map is polymorphic.
    pub(crate) params: u32,
    pub(crate) keys: Vec<Ty>,
    pub(crate) value: Ty,
}

pub(crate) type Substitution = FxHashMap<u32, Ty>;

impl Ty {
    pub(crate) fn con(name: Symbol) -> Ty {
        Ty::Con(name, Arc::new([]))
    }

    pub(crate) fn map(keys: Vec<Ty>, value: Ty) -> Ty {
        Ty::Map(Arc::new(MapTy { params: 0, keys, value }))
    }

    /// Rebuilds the type with its leaves replaced. `depth`: polymorphic maps around it.
    fn rebuild(&self, depth: u32, leaf: &dyn Fn(&Ty, u32) -> Option<Ty>) -> Ty {
        if let Some(replaced) = leaf(self, depth) {
            return replaced;
        }
        match self {
            Ty::Con(name, args) if !args.is_empty() => {
                Ty::Con(*name, args.iter().map(|arg| arg.rebuild(depth, leaf)).collect())
            }
            Ty::Map(map) => {
                let depth = depth + u32::from(map.params > 0);
                Ty::Map(Arc::new(MapTy {
                    params: map.params,
                    keys: map.keys.iter().map(|key| key.rebuild(depth, leaf)).collect(),
                    value: map.value.rebuild(depth, leaf),
                }))
            }
            other => other.clone(),
        }
    }

    /// With type parameters replaced.
    pub(crate) fn substitute(&self, with: &Substitution) -> Ty {
        if with.is_empty() {
            return self.clone();
        }
        self.rebuild(0, &|ty, _| match ty {
            Ty::Param(param) => with.get(&param.number).cloned(),
            _ => None,
        })
    }

    /// The parameters of the outermost polymorphic map replaced, in a part of that map.
    pub(crate) fn instantiate(&self, args: &[Ty]) -> Ty {
        self.rebuild(0, &|ty, at| match ty {
            Ty::Bound { depth, index } if *depth == at => Some(args[*index as usize].clone()),
            _ => None,
        })
    }

    /// Type parameters turned into those of a polymorphic map around the type.
    pub(crate) fn close_over(&self, params: &[TypeParam]) -> Ty {
        self.rebuild(0, &|ty, depth| match ty {
            Ty::Param(param) => {
                let index = params.iter().position(|each| each == param)?;
                Some(Ty::Bound { depth, index: index as u32 })
            }
            _ => None,
        })
    }

    pub(crate) fn any(&self, test: &dyn Fn(&Ty) -> bool) -> bool {
        test(self)
            || match self {
                Ty::Con(_, args) => args.iter().any(|arg| arg.any(test)),
                Ty::Map(map) => map.keys.iter().any(|key| key.any(test)) || map.value.any(test),
                _ => false,
            }
    }
}

/// What the unknown types have turned out to be.
#[derive(Default)]
pub(crate) struct Unifier {
    metas: Vec<Option<Ty>>,
}

impl Unifier {
    pub(crate) fn fresh(&mut self) -> Ty {
        self.metas.push(None);
        Ty::Meta(self.metas.len() as u32 - 1)
    }

    /// Were there any unknown types since the last `clear`?
    pub(crate) fn is_used(&self) -> bool {
        !self.metas.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.metas.clear();
    }

    /// The type, known at least at its outermost level if it is known at all.
    pub(crate) fn shallow(&self, ty: &Ty) -> Ty {
        let mut ty = ty;
        while let Ty::Meta(meta) = ty {
            match &self.metas[*meta as usize] {
                Some(known) => ty = known,
                None => break,
            }
        }
        ty.clone()
    }

    /// The type with everything known filled in.
    pub(crate) fn resolve(&self, ty: &Ty) -> Ty {
        if self.metas.is_empty() {
            return ty.clone();
        }
        ty.rebuild(0, &|ty, _| match ty {
            Ty::Meta(_) => match self.shallow(ty) {
                Ty::Meta(meta) => Some(Ty::Meta(meta)),
                known => Some(self.resolve(&known)),
            },
            _ => None,
        })
    }

    /// As `resolve`; what nothing determines becomes a type of its own, which no value has.
    pub(crate) fn finish(&self, ty: &Ty) -> Ty {
        if self.metas.is_empty() {
            return ty.clone();
        }
        self.resolve(ty).rebuild(0, &|ty, _| match ty {
            Ty::Meta(_) => Some(Ty::con(Symbol::new("undetermined type"))),
            _ => None,
        })
    }

    /// Makes the types the same if that is possible.
    pub(crate) fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        let (a, b) = (self.shallow(a), self.shallow(b));
        match (&a, &b) {
            _ if a == b => true,
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Meta(meta), other) | (other, Ty::Meta(meta)) => {
                let other = self.resolve(other);
                // Neither inside itself, nor a parameter of a map outside of that map.
                if !is_closed(&other, 0) || other.any(&|ty| *ty == Ty::Meta(*meta)) {
                    return false;
                }
                self.metas[*meta as usize] = Some(other);
                true
            }
            (Ty::Con(f, xs), Ty::Con(g, ys)) => {
                f == g && xs.len() == ys.len() && xs.iter().zip(ys.iter()).all(|(x, y)| self.unify(x, y))
            }
            (Ty::Map(f), Ty::Map(g)) => {
                f.params == g.params
                    && f.keys.len() == g.keys.len()
                    && f.keys.iter().zip(&g.keys).all(|(x, y)| self.unify(x, y))
                    && self.unify(&f.value, &g.value)
            }
            _ => false,
        }
    }
}

/// Does every map parameter in it belong to a map in it?
fn is_closed(ty: &Ty, depth: u32) -> bool {
    match ty {
        Ty::Bound { depth: at, .. } => *at < depth,
        Ty::Con(_, args) => args.iter().all(|arg| is_closed(arg, depth)),
        Ty::Map(map) => {
            let depth = depth + u32::from(map.params > 0);
            map.keys.iter().chain([&map.value]).all(|part| is_closed(part, depth))
        }
        _ => true,
    }
}

/// As Boogie writes it.
impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Bool => write!(f, "bool"),
            Ty::Int => write!(f, "int"),
            Ty::Real => write!(f, "real"),
            Ty::Bv(width) => write!(f, "bv{width}"),
            Ty::Float(significand, exponent) => write!(f, "float{significand}e{exponent}"),
            Ty::Con(name, args) => {
                write!(f, "{name}")?;
                for arg in args.iter() {
                    match arg {
                        Ty::Con(_, args) if !args.is_empty() => write!(f, " ({arg})")?,
                        Ty::Map(_) => write!(f, " ({arg})")?,
                        _ => write!(f, " {arg}")?,
                    }
                }
                Ok(())
            }
            Ty::Map(map) => {
                if map.params > 0 {
                    let params: Vec<String> = (0..map.params).map(|index| format!("T{index}")).collect();
                    write!(f, "<{}>", params.join(", "))?;
                }
                let keys: Vec<String> = map.keys.iter().map(Ty::to_string).collect();
                write!(f, "[{}]{}", keys.join(", "), map.value)
            }
            Ty::Param(param) => write!(f, "{}", param.name),
            Ty::Bound { depth: 0, index } => write!(f, "T{index}"),
            Ty::Bound { depth, index } => write!(f, "T{index}'{depth}"),
            Ty::Meta(_) | Ty::Error => write!(f, "?"),
        }
    }
}
