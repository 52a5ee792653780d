//! The order in which the bases of a class are asked for a name: C3.

use super::Class;

/// The class before what its bases' orders give, merged; `None` if they contradict each other.
pub(crate) fn linear(class: usize, bases: &[usize], classes: &[Class<'_>]) -> Option<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = bases.iter().map(|base| classes[*base].order.clone()).collect();
    rows.push(bases.to_vec());
    let mut order = vec![class];
    loop {
        rows.retain(|row| !row.is_empty());
        if rows.is_empty() {
            return Some(order);
        }
        let is_last = |candidate: usize| rows.iter().any(|row| row[1..].contains(&candidate));
        let next = rows.iter().map(|row| row[0]).find(|candidate| !is_last(*candidate))?;
        order.push(next);
        rows.iter_mut().for_each(|row| row.retain(|known| *known != next));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The orders of classes that are given by their bases, each with a place in the row.
    fn orders(bases: &[&[usize]]) -> Vec<Option<Vec<usize>>> {
        let parsed = ruff_python_parser::parse_module("class C: pass").expect("a class");
        let body: &'static [ruff_python_ast::Stmt] =
            Box::leak(parsed.into_syntax().body.into_iter().collect::<Vec<_>>().into_boxed_slice());
        let ruff_python_ast::Stmt::ClassDef(def) = &body[0] else { panic!("a class") };
        let mut classes = Vec::new();
        let mut orders = Vec::new();
        for (class, bases) in bases.iter().enumerate() {
            let order = linear(class, bases, &classes);
            let row = order.clone().unwrap_or_default();
            classes.push(Class {
                module: 0,
                def,
                name: String::new(),
                order: row,
                members: BTreeMap::new(),
                data: None,
                written: &[],
                slots: None,
                is_abstract: false,
                named: None,
                enumeration: None,
                error: None,
            });
            orders.push(order);
        }
        orders
    }

    #[test]
    fn a_diamond_meets_its_top_last() {
        let orders = orders(&[&[], &[0], &[0], &[1, 2]]);
        assert_eq!(orders[3], Some(vec![3, 1, 2, 0]));
    }

    #[test]
    fn bases_that_contradict_each_other_have_no_order() {
        let orders = orders(&[&[], &[0], &[0, 1]]);
        assert_eq!(orders[2], None);
    }
}
