//! Typed ids and dense tables indexed by them; knows nothing about programs.
//!
//! A table owns its rows and numbers them; facts about a row live in other tables with the same
//! index, so that a row never grows a field for the sake of one analysis.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A small index of one kind; made by [`id_type!`].
pub trait Id: Copy + Eq + Ord + std::hash::Hash + fmt::Debug {
    fn new(index: usize) -> Self;
    fn index(self) -> usize;
}

/// Defines an id type printed as its prefix and number: `id_type!(BlockId, "b", "A block.")`.
#[macro_export]
macro_rules! id_type {
    ($name:ident, $prefix:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $crate::Id for $name {
            fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("a table has at most 2^32 rows"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// A dense table from ids to rows.
pub struct IdVec<I, T> {
    rows: Vec<T>,
    ids: PhantomData<fn(I)>,
}

impl<I: Id, T> IdVec<I, T> {
    pub fn new() -> Self {
        IdVec { rows: Vec::new(), ids: PhantomData }
    }

    /// A table of `len` rows, each `row`.
    pub fn filled(row: T, len: usize) -> Self
    where
        T: Clone,
    {
        IdVec { rows: vec![row; len], ids: PhantomData }
    }

    pub fn push(&mut self, row: T) -> I {
        let id = I::new(self.rows.len());
        self.rows.push(row);
        id
    }

    pub fn next_id(&self) -> I {
        I::new(self.rows.len())
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn get(&self, id: I) -> Option<&T> {
        self.rows.get(id.index())
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.rows.len()).map(I::new)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.rows.iter().enumerate().map(|(index, row)| (I::new(index), row))
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> {
        self.rows.iter_mut().enumerate().map(|(index, row)| (I::new(index), row))
    }

    pub fn rows(&self) -> &[T] {
        &self.rows
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I, T: Clone> Clone for IdVec<I, T> {
    fn clone(&self) -> Self {
        IdVec { rows: self.rows.clone(), ids: PhantomData }
    }
}

impl<I, T: PartialEq> PartialEq for IdVec<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl<I, T: Eq> Eq for IdVec<I, T> {}

impl<I: Id, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.rows[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.rows[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(rows: It) -> Self {
        IdVec { rows: rows.into_iter().collect(), ids: PhantomData }
    }
}
