//! Why a program ends without a result.
//!
//! All traps are alike to an observer. What tells them apart is whether the language defines them,
//! which of them count as failures, and the word a reader is given. The words are those of the text form.

use std::fmt;

use value::Symbol;

macro_rules! traps {
    ($($(#[$doc:meta])* $name:ident $word:literal $class:ident;)*) => {
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Trap {
            $($(#[$doc])* $name,)*
            /// A panic of Rust's, and what it is about where that is known.
            Panic(Option<Symbol>),
            /// The program ends by itself, for another reason.
            Other(Symbol),
        }

        impl Trap {
            const PLAIN: &'static [Trap] = &[$(Trap::$name,)*];

            fn class(self) -> Class {
                match self {
                    $(Trap::$name => Class::$class,)*
                    Trap::Panic(_) | Trap::Other(_) => Class::Ends,
                }
            }

            fn word(self) -> &'static str {
                match self {
                    $(Trap::$name => $word,)*
                    Trap::Panic(_) => "panic",
                    Trap::Other(word) => word.as_str(),
                }
            }
        }
    };
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Class {
    /// The program ends by itself.
    Ends,
    /// The language leaves open what happens after an access to memory that is not there.
    Memory,
    /// The language leaves open what happens.
    Undefined,
    /// So it does, but the machine goes on: only a program that was lowered to stop there ends so.
    Stop,
}

traps! {
    NullPointer "null pointer" Memory;
    OutOfBounds "out of bounds" Memory;
    WriteToConstant "a write to a constant" Memory;
    BadFree "free of what was not allocated" Memory;
    /// How far the memory goes is known to the caller alone.
    BeyondGiven "beyond the end of what was given" Undefined;
    Unwritten "a read of what was never written" Undefined;
    DivisionByZero "division by zero" Undefined;
    DivisionOverflow "overflow in division" Undefined;
    ShiftTooFar "shift too far" Undefined;
    ZerosOfZero "counting the zeros of zero" Undefined;
    FalseAssumption "a false assumption" Undefined;
    UnreachableCode "unreachable code" Undefined;
    UnsafePrecondition "unsafe precondition violated" Undefined;
    SignedOverflow "signed overflow" Stop;
    FloatTooLarge "float does not fit the integer" Stop;
    NeverWritten "reading what was never written" Stop;
    /// With `<` and the like, with something else than null.
    NullComparison "comparison of a null pointer with another" Stop;
    NullArithmetic "subtraction of a null pointer and another" Stop;
    NullText "a null pointer printed as text" Stop;
    Assertion "assertion" Ends;
    Precondition "precondition" Ends;
    Postcondition "postcondition" Ends;
    Invariant "invariant" Ends;
    /// Of the program's own: the run is blocked.
    Assumption "an assumption that does not hold" Ends;
    Abort "abort" Ends;
    /// An instruction that does nothing but end the program.
    Instruction "trap" Ends;
    Terminate "terminate" Ends;
    NoReturn "a call that does not return" Ends;
}

impl Trap {
    /// The trap of that word.
    pub fn named(word: &str) -> Trap {
        let plain = Trap::PLAIN.iter().copied().find(|trap| trap.word() == word);
        plain.unwrap_or_else(|| match word.strip_prefix("panic") {
            Some("") => Trap::Panic(None),
            Some(about) if about.starts_with(": ") => Trap::Panic(Some(Symbol::new(&about[2..]))),
            _ => Trap::Other(Symbol::new(word)),
        })
    }

    /// Has a run that ends so no defined behaviour?
    pub fn is_undefined(self) -> bool {
        self.class() != Class::Ends
    }

    /// Is it an access to memory that is not there?
    pub fn is_of_memory(self) -> bool {
        self.class() == Class::Memory
    }

    /// Does the program end there only because it was lowered to stop at what the machine goes on with?
    pub fn is_stop(self) -> bool {
        self.class() == Class::Stop
    }

    /// Does the run end there only because of something that the caller alone knows? Then it is no
    /// difference that one version ends so and the other does not.
    pub fn is_doubtful(self) -> bool {
        self == Trap::BeyondGiven
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trap::Panic(Some(about)) => write!(f, "panic: {about}"),
            trap => f.write_str(trap.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_names_its_trap() {
        let about = [Trap::Panic(None), Trap::Panic(Some(Symbol::new("x"))), Trap::Other(Symbol::new("a \"trap\""))];
        for trap in Trap::PLAIN.iter().copied().chain(about) {
            assert_eq!(Trap::named(&trap.to_string()), trap);
        }
    }

    #[test]
    fn what_the_language_defines_is_not_undefined() {
        for trap in [Trap::Assertion, Trap::Abort, Trap::NoReturn, Trap::Panic(None), Trap::Other(Symbol::new("x"))] {
            assert!(!trap.is_undefined() && !trap.is_of_memory(), "{trap}");
        }
        for trap in [Trap::NullPointer, Trap::SignedOverflow, Trap::DivisionByZero, Trap::UnsafePrecondition] {
            assert!(trap.is_undefined(), "{trap}");
        }
        assert!(Trap::NeverWritten.is_stop() && !Trap::Unwritten.is_stop());
    }
}
