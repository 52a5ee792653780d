//! Every rule keeps the meaning: a simplified term has the value of the operators it was made of.

#[expect(dead_code, reason = "shared with tests that need more of it")]
mod random;

use std::collections::BTreeSet;

use random::{Generator, Signatures, all_sorts, assignment, meaning, pool, term};
use term::eval::eval;
use value::Op;

/// Builds `count` random terms for every operator and compares their values.
fn simplified_terms_keep_their_value(plain: bool, seed: u64, rounds: usize) {
    let sorts = all_sorts();
    let signatures = Signatures::new(&sorts);
    let mut generator = Generator::new(seed, &signatures, &sorts);
    let (mut pool, variables) = pool(&generator.variables);
    pool.plain = plain;
    let mut seen = BTreeSet::new();
    for (op, args, result) in signatures.all() {
        seen.insert(op.to_string());
        // Operators that fit in many ways are tried less often in each.
        let rounds = match op {
            Op::Bv(value::BvOp::Extract { .. }) => rounds / 8,
            Op::Int(_) | Op::SeqNth | Op::SeqSlice | Op::SeqConcat | Op::Store | Op::Select => rounds * 4,
            _ => rounds,
        };
        for round in 0..rounds {
            generator.forget();
            let tree = generator.app(op.clone(), &args, result, 1 + round % 4);
            let made = term(&mut pool, &variables, &tree, true);
            assert_eq!(pool.sort(made), result, "{tree:?}");
            for _ in 0..4 {
                let values = generator.assignment();
                let Some(expected) = meaning(&tree, &values) else { continue };
                let found = eval(&pool, &assignment(&pool, &variables, &values), made);
                assert_eq!(
                    found.as_ref(),
                    Some(&expected),
                    "{tree:?}\nbecame {}\nunder {values:?}",
                    shown(&pool, made)
                );
            }
        }
    }
    for (name, _) in Op::plain() {
        assert!(seen.contains(name), "`{name}` was never tried");
    }
}

fn shown(pool: &term::Pool, term: term::TermId) -> String {
    match pool.node(term) {
        term::Node::Var(variable) => pool.variable(*variable).name.to_string(),
        term::Node::Const(value) => format!("{value:?}"),
        term::Node::App(op, args) => {
            let args: Vec<String> = args.iter().map(|arg| shown(pool, *arg)).collect();
            format!("{op}({})", args.join(", "))
        }
    }
}

#[test]
fn with_all_rules() {
    simplified_terms_keep_their_value(false, 1, 40);
}

#[test]
fn with_few_rules() {
    simplified_terms_keep_their_value(true, 2, 16);
}

/// For a long run: `cargo test --release -p term -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn with_all_rules_for_long() {
    for seed in 200..204 {
        simplified_terms_keep_their_value(false, seed, 400);
    }
}

/// Every mask on numbers of both signs.
#[test]
fn masks() {
    use value::{Int, IntOp, Sort, Value};
    let mut pool = term::Pool::new();
    let x = pool.fresh("x", Sort::int());
    let variable = pool.free_variables([x])[0];
    let masks = (-70..70).map(Int::from).chain([1 << 40, -(1 << 40), 0xff00ff00, 0x5555, i64::MIN].map(Int::from));
    for mask in masks.chain([Int::ONE.shl(&Int::from(70)).expect("small")]) {
        let mask_term = pool.int(mask.clone());
        for op in [IntOp::And, IntOp::Or, IntOp::Xor].map(Op::Int) {
            let made = pool.app(op.clone(), &[x, mask_term]);
            for number in (-40..40).chain([1 << 41, -12_345_678_901_234, i64::MAX]) {
                let mut assignment = term::Assignment::default();
                assignment.set(variable, Value::int(number));
                let expected = op.eval(&[Value::int(number), Value::Int(mask.clone())], Sort::int());
                assert_eq!(eval(&pool, &assignment, made), expected, "{op}({number}, {mask})");
            }
        }
    }
}
