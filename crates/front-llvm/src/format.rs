//! What `printf` makes of a float, to the last digit.

use value::{Float, Value};

/// The text of a conversion like `%+08.3f`, given without its `%`. `None`: not known here.
pub(crate) fn float(conversion: &str, value: f64) -> Option<String> {
    let letter = conversion.chars().last()?;
    let body = &conversion[..conversion.len() - letter.len_utf8()];
    let flags = &body[..body.find(|c: char| !"-0+ #".contains(c)).unwrap_or(body.len())];
    let sizes = body[flags.len()..].trim_end_matches('l');
    let (width, precision) = match sizes.split_once('.') {
        Some((width, "")) => (width, Some(0)),
        Some((width, precision)) => (width, Some(precision.parse::<usize>().ok()?)),
        None => (sizes, None),
    };
    let width = if width.is_empty() { 0 } else { width.parse::<usize>().ok()? };
    if flags.contains('#') || precision.is_some_and(|precision| precision > 1000) || width > 10_000 {
        return None;
    }
    let magnitude = value.abs();
    let lower = letter.to_ascii_lowercase();
    let digits = match lower {
        _ if value.is_nan() => "nan".to_owned(),
        _ if value.is_infinite() => "inf".to_owned(),
        'f' => format!("{magnitude:.*}", precision.unwrap_or(6)),
        'e' => scientific(magnitude, precision.unwrap_or(6)),
        'g' => shortest(magnitude, precision.unwrap_or(6).max(1)),
        _ => return None,
    };
    // The sign of a NaN is not kept.
    if value.is_nan() {
        return None;
    }
    let digits = if letter.is_ascii_uppercase() { digits.to_ascii_uppercase() } else { digits };
    let sign = match value.is_sign_negative() {
        true => "-",
        false if flags.contains('+') => "+",
        false if flags.contains(' ') => " ",
        false => "",
    };
    let missing = width.saturating_sub(sign.len() + digits.len());
    Some(if flags.contains('-') {
        format!("{sign}{digits}{}", " ".repeat(missing))
    } else if flags.contains('0') && value.is_finite() {
        format!("{sign}{}{digits}", "0".repeat(missing))
    } else {
        format!("{}{sign}{digits}", " ".repeat(missing))
    })
}

/// `1.250000e+01`
fn scientific(magnitude: f64, precision: usize) -> String {
    let text = format!("{magnitude:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').expect("a number in this form has an exponent");
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{mantissa}e{sign}{exponent:0>2}")
}

/// `%g`: whichever form is shorter, without zeros at the end.
fn shortest(magnitude: f64, precision: usize) -> String {
    let text = scientific(magnitude, precision - 1);
    let (mantissa, exponent) = text.split_once('e').expect("written above");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if exponent < -4 || exponent >= i32::try_from(precision).unwrap_or(i32::MAX) {
        let (_, written) = text.split_once('e').expect("written above");
        return format!("{}e{written}", without_zeros(mantissa));
    }
    let decimals = usize::try_from(i64::try_from(precision).unwrap_or(0) - 1 - i64::from(exponent)).unwrap_or(0);
    without_zeros(&format!("{magnitude:.decimals$}"))
}

/// The same for a value of the IR, as a text of the IR.
pub(crate) fn text(conversion: &str, value: &Value) -> Option<Value> {
    let Value::Float(value): &Value = value else { return None };
    let value: &Float = value;
    let text = float(conversion, value.to_f64())?;
    Some(Value::seq(text.bytes().map(|byte| Value::int(i64::from(byte))).collect()))
}

#[cfg(test)]
mod tests {
    use super::float;

    #[test]
    fn floats_are_written_as_c_does() {
        let check = |conversion: &str, value: f64, text: &str| {
            assert_eq!(float(conversion, value).as_deref(), Some(text), "%{conversion}");
        };
        check("f", 2.5, "2.500000");
        check(".0f", 0.5, "0");
        check(".0f", 2.5, "2");
        check(".1f", 0.25, "0.2");
        check("+8.2f", 2.71459, "   +2.71");
        check("-8.2fx".trim_end_matches('x'), -2.71459, "-2.71   ");
        check("08.3f", -1.5, "-001.500");
        check("e", 12345.678, "1.234568e+04");
        check(".2E", 1e-7, "1.00E-07");
        check("g", 100_000.0, "100000");
        check("g", 1_000_000.0, "1e+06");
        check("g", 0.0001, "0.0001");
        check("g", 0.00001, "1e-05");
        check(".3g", 1234.0, "1.23e+03");
        check("g", 0.0, "0");
        check(".10g", 0.1, "0.1");
        check("5.1f", f64::INFINITY, "  inf");
        check("lf", -0.0, "-0.000000");
    }
}
