//! Words without meaning: brands and product lines that nobody can mistake for real ones.

const STARTS: [&str; 32] = [
    "Al", "Bri", "Cal", "Dor", "Eva", "Fle", "Gal", "Hal", "Ino", "Jor", "Kel", "Lum", "Mer", "Nov", "Ori",
    "Pel", "Qua", "Ros", "Sol", "Tam", "Ulti", "Vel", "Wyn", "Xan", "Yor", "Zel", "Cor", "Den", "Fin", "Lar",
    "Mar", "Ven",
];
const MIDDLES: [&str; 24] = [
    "a", "ba", "co", "di", "era", "fi", "go", "ila", "ka", "lo", "mi", "no", "o", "pra", "ri", "so", "ta",
    "u", "va", "xi", "ya", "zo", "lu", "ne",
];
const ENDS: [&str; 27] = [
    "dex", "fen", "gel", "lix", "mol", "nax", "pan", "quil", "ron", "sal", "tin", "vex", "zan", "derm",
    "flex", "form", "lan", "med", "nol", "pril", "san", "tec", "vin", "xol", "zid", "care", "via",
];

/// Makes up a word. The same numbers result in the same word, and different numbers rarely do.
pub fn invented(family: u32, number: u32) -> String {
    let mut rest =
        (u64::from(family) * 100_003 + u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let mut word = String::new();
    for parts in [&STARTS[..], &MIDDLES, &ENDS] {
        let part = rest % parts.len() as u64;
        word.push_str(parts.get(part as usize).copied().unwrap_or(""));
        rest /= parts.len() as u64;
    }
    word
}

/// Makes up a catalogue number, as appliances have: two letters and digits.
pub fn code(family: u32, number: u32) -> String {
    format!("{}{}{}", letter(family * 7 + 3), letter(family * 11 + number / 9000), 1000 + number % 9000)
}

fn letter(place: u32) -> char {
    char::from(b'A' + (place % 26) as u8)
}
