//! The tables of demonstration releases, parsed; and words without meaning, for brands and product lines
//! that nobody can mistake for real ones.

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

const MEDICINES: &str = include_str!("medicines.txt");
const DEVICES: &str = include_str!("devices.txt");
const SUPPLIERS: &str = include_str!("suppliers.txt");
const VARIANTS: &str = include_str!("variants.txt");
const STORIES: &str = include_str!("stories.txt");

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with("# "))
}

/// Splits a line into columns. Missing columns are empty.
fn columns<const N: usize>(line: &'static str) -> [&'static str; N] {
    let mut columns = line.split(';').map(str::trim);
    std::array::from_fn(|_| columns.next().unwrap_or(""))
}

fn list(column: &'static str) -> Vec<&'static str> {
    column.split('|').collect()
}

/// Lists the suppliers of generics, the most common first.
pub fn suppliers() -> Vec<&'static str> {
    lines(SUPPLIERS).collect()
}

/// A generic medicine in one form: a row of `medicines.txt`. Each of its strengths is a generic product, and
/// each size makes generic packs.
#[derive(Clone)]
pub struct Medicine {
    pub weight: u64,
    pub generic: &'static str,
    pub form: &'static str,
    pub strengths: Vec<&'static str>,
    pub sizes: Vec<&'static str>,
    pub unit: &'static str,
    pub legal_category: u64,
    /// The brand and its owner.
    pub brand: Option<(&'static str, &'static str)>,
}

impl Medicine {
    pub fn table() -> Vec<Medicine> {
        lines(MEDICINES).map(Medicine::parse).collect()
    }

    fn parse(line: &'static str) -> Medicine {
        use crate::import::dmd::code;
        let [weight, generic, form, strengths, sizes, legal, brand] = columns(line);
        Medicine {
            weight: weight.parse().unwrap_or(1),
            generic,
            form,
            strengths: list(strengths),
            sizes: list(sizes),
            unit: unit(form),
            legal_category: match legal {
                "GSL" => code::GSL,
                "P" => code::P,
                _ => code::POM,
            },
            brand: brand.split_once(" = "),
        }
    }

    /// Writes the name of the generic product: `Amlodipine 5mg tablets`.
    pub fn name(&self, strength: &str) -> String {
        let generics: Vec<&str> = self.generic.split(" / ").collect();
        let strengths: Vec<&str> = strength.split(" / ").collect();
        match generics.len() == strengths.len() && !strength.is_empty() {
            true => format!("{} {}", zip_words(&generics, &strengths), self.form),
            false => self.branded(self.generic, strength),
        }
    }

    /// Writes the name under a brand: `Istin 5mg tablets`.
    pub fn branded(&self, brand: &str, strength: &str) -> String {
        let words = [brand, &strength.replace(" / ", "/"), self.form];
        let mut name = String::new();
        for word in words {
            if !name.is_empty() && !word.is_empty() {
                name.push(' ');
            }
            name.push_str(word);
        }
        name
    }

    /// Reports whether a pack has a number of tablets or capsules.
    pub fn is_counted(&self) -> bool {
        matches!(self.unit, "tablet" | "capsule")
    }
}

fn zip_words(generics: &[&str], strengths: &[&str]) -> String {
    let mut words = Vec::new();
    for (generic, strength) in generics.iter().zip(strengths) {
        words.push(format!("{generic} {strength}"));
    }
    words.join(" / ")
}

/// The units in which packs are counted, by a word of their form.
const UNITS: [(&str, &str); 35] = [
    ("inhalation powder capsules", "capsule"),
    ("tablets", "tablet"),
    ("capsules", "capsule"),
    ("patches", "patch"),
    ("plasters", "plaster"),
    ("suppositories", "suppository"),
    ("pessaries", "pessary"),
    ("sachets", "sachet"),
    ("nebuliser", "unit dose"),
    ("unit dose", "unit dose"),
    ("inhaler", "dose"),
    ("sublingual spray", "dose"),
    ("nasal spray", "dose"),
    ("pre-filled pens", "pre-filled disposable injection"),
    ("pre-filled syringes", "pre-filled disposable injection"),
    ("auto-injectors", "pre-filled disposable injection"),
    ("cartridges", "cartridge"),
    ("ampoules", "ampoule"),
    ("vials", "vial"),
    ("bags", "bag"),
    ("chewing gum", "piece"),
    ("eye ointment", "gram"),
    ("cream", "gram"),
    ("ointment", "gram"),
    ("gel", "gram"),
    ("drops", "ml"),
    ("spray", "ml"),
    ("solution", "ml"),
    ("suspension", "ml"),
    ("linctus", "ml"),
    ("shampoo", "ml"),
    ("mouthwash", "ml"),
    ("liquid", "ml"),
    ("lotion", "ml"),
    ("powder", "gram"),
];

/// Finds the unit of a form: the first whose word occurs in it.
fn unit(form: &str) -> &'static str {
    for (word, unit) in UNITS {
        if form.contains(word) {
            return unit;
        }
    }
    "unit"
}

/// A family of devices: a row of `devices.txt`. Each of its sizes is a generic pack, and the weight decides
/// how many packs that has.
#[derive(Clone)]
pub struct Device {
    pub weight: u64,
    pub generic: &'static str,
    /// The name of the product, with variables in braces.
    pub product: &'static str,
    pub supplier: &'static str,
    pub unit: &'static str,
    pub sizes: Vec<&'static str>,
}

impl Device {
    pub fn table() -> Vec<Device> {
        lines(DEVICES).map(Device::parse).collect()
    }

    fn parse(line: &'static str) -> Device {
        let [weight, generic, product, supplier, unit, sizes] = columns(line);
        Device { weight: weight.parse().unwrap_or(1), generic, product, supplier, unit, sizes: list(sizes) }
    }
}

/// The values of the variables in the names of devices.
pub struct Variants(Vec<(&'static str, Vec<&'static str>)>);

impl Variants {
    pub fn table() -> Variants {
        let mut variants = Vec::new();
        for line in lines(VARIANTS) {
            if let Some((name, values)) = line.split_once(": ") {
                variants.push((name, list(values)));
            }
        }
        Variants(variants)
    }

    fn of(&self, place: &str) -> &[&'static str] {
        for (name, variants) in &self.0 {
            if *name == place {
                return variants;
            }
        }
        &[]
    }

    /// Writes the name of a device in its family. Each number has its own name.
    pub fn fill(&self, product: &'static str, family: u32, number: u32) -> String {
        /// The number of products of a line, and the number of colours and sizes of a catalogue number.
        const OF_A_LINE: u32 = 9;
        const OF_A_CODE: u32 = 3;
        /// A large step through the values, so that neighbours differ in more than the first variable.
        const STEP: u64 = 7919;
        let parts: Vec<(&str, &str)> = parts(product);
        let variety: u64 = parts.iter().map(|(place, _)| self.of(place).len().max(1) as u64).product();
        let mut rest = (u64::from(number) * STEP + u64::from(family)) % variety;
        let line = number / OF_A_LINE.min(variety as u32);
        let code = number / OF_A_CODE.min(variety as u32);
        let mut name = String::new();
        for (place, text) in parts {
            match (place, self.of(place)) {
                ("", _) => {}
                ("line", _) => name.push_str(&made_up_word(1000 + family, line)),
                ("code", _) => name.push_str(&made_up_code(family, code)),
                (_, variants) => {
                    let count = variants.len().max(1) as u64;
                    name.push_str(variants.get((rest % count) as usize).copied().unwrap_or(""));
                    rest /= count;
                }
            }
            name.push_str(text);
        }
        name
    }
}

/// Splits a name with variables in braces into pairs of a variable and the text after it.
fn parts(product: &'static str) -> Vec<(&'static str, &'static str)> {
    product.split('{').map(|part| part.split_once('}').unwrap_or(("", part))).collect()
}

/// A hand-written pack that shows a property of real releases.
#[derive(Clone)]
pub struct Story {
    pub product: &'static str,
    pub generic: &'static str,
    pub supplier: &'static str,
    pub size: &'static str,
    pub subpack: Option<&'static str>,
    pub legal_category: u64,
    pub status: &'static str,
    pub price: &'static str,
    pub gtins: Vec<&'static str>,
}

impl Story {
    pub fn table() -> Vec<Story> {
        lines(STORIES).map(Story::parse).collect()
    }

    fn parse(line: &'static str) -> Story {
        let [product, generic, supplier, size, subpack, legal, status, price, gtins] = columns(line);
        Story {
            product,
            generic,
            supplier,
            size,
            subpack: if subpack.is_empty() { None } else { Some(subpack) },
            legal_category: legal.parse().unwrap_or(0),
            status,
            price,
            gtins: gtins.split_whitespace().collect(),
        }
    }
}

/// British Approved Names, and the international names that replaced them.
const FORMER_NAMES: [(&str, &str); 15] = [
    ("Amoxicillin", "Amoxycillin"),
    ("Beclometasone", "Beclomethasone"),
    ("Bendroflumethiazide", "Bendrofluazide"),
    ("Cefalexin", "Cephalexin"),
    ("Chlorphenamine", "Chlorpheniramine"),
    ("Ciclosporin", "Cyclosporin"),
    ("Colecalciferol", "Cholecalciferol"),
    ("Colestyramine", "Cholestyramine"),
    ("Estradiol", "Oestradiol"),
    ("Furosemide", "Frusemide"),
    ("Levothyroxine", "Thyroxine"),
    ("Lidocaine", "Lignocaine"),
    ("Phenobarbital", "Phenobarbitone"),
    ("Sulfasalazine", "Sulphasalazine"),
    ("Tetracaine", "Amethocaine"),
];

/// Substances that products contain as a salt. The strength refers to the substance itself.
pub const SALTS: [(&str, &str); 3] = [
    ("Citalopram", "Citalopram hydrobromide"),
    ("Salbutamol", "Salbutamol sulfate"),
    ("Sertraline", "Sertraline hydrochloride"),
];

/// Finds the former name of a generic product.
pub fn former_name(name: &str) -> Option<String> {
    for (now, before) in FORMER_NAMES {
        if name.starts_with(now) {
            return Some(name.replacen(now, before, 1));
        }
    }
    None
}

/// Makes up a word. The same numbers result in the same word, and different numbers rarely do.
pub fn made_up_word(family: u32, number: u32) -> String {
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
pub fn made_up_code(family: u32, number: u32) -> String {
    format!("{}{}{}", letter(family * 7 + 3), letter(family * 11 + number / 9000), 1000 + number % 9000)
}

fn letter(place: u32) -> char {
    char::from(b'A' + (place % 26) as u8)
}
