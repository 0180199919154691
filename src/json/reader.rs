//! A JSON reader for the bodies of requests, because serde's reader would add 5 KB to what every visitor of
//! the page downloads. Numbers and words are not checked: they are passed on as text.

/// The maximum depth of lists and objects. `Parameters` with a coding have five levels.
const MAX_JSON_DEPTH: usize = 16;

/// A value of JSON in the body of a request. Numbers and words are kept as text and are not checked, so that
/// the reader stays small.
#[derive(Debug, PartialEq, Eq)]
pub enum Value {
    Text(String),
    /// A number, `true`, `false` or `null`.
    Word(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Reads the value of a field of an object.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let Value::Object(fields) = self else { return None };
        for (key, value) in fields {
            if key == name {
                return Some(value);
            }
        }
        None
    }

    /// Reads the text of a field of an object.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Reads a text that is one value, or returns `None` if it is not JSON.
pub fn read(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text };
    let value = reader.value(MAX_JSON_DEPTH)?;
    reader.skip_space();
    reader.rest.is_empty().then_some(value)
}

/// The text that is not read yet.
struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Reads a character after white space, if it is next.
    fn takes(&mut self, wanted: char) -> bool {
        self.skip_space();
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        if self.takes('{') {
            return self.object(depth);
        }
        if self.takes('[') {
            return self.list(depth);
        }
        if self.takes('"') { self.text().map(Value::Text) } else { self.word() }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut fields = Vec::new();
        if self.takes('}') {
            return Some(Value::Object(fields));
        }
        loop {
            let key = if self.takes('"') { self.text()? } else { return None };
            let value = if self.takes(':') { self.value(depth)? } else { return None };
            fields.push((key, value));
            if !self.takes(',') {
                return self.takes('}').then_some(Value::Object(fields));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut items = Vec::new();
        if self.takes(']') {
            return Some(Value::List(items));
        }
        loop {
            items.push(self.value(depth)?);
            if !self.takes(',') {
                return self.takes(']').then_some(Value::List(items));
            }
        }
    }

    fn word(&mut self) -> Option<Value> {
        let rest = self.rest.trim_start_matches(is_in_word);
        let word = self.rest.strip_suffix(rest)?;
        if word.is_empty() {
            return None;
        }
        self.rest = rest;
        Some(Value::Word(word.to_owned()))
    }

    /// Reads a text up to its closing quotation mark.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut letters = self.rest.chars();
        loop {
            match letters.next()? {
                '"' => break,
                '\\' => text.push(escaped(&mut letters)?),
                letter => text.push(letter),
            }
        }
        self.rest = letters.as_str();
        Some(text)
    }
}

/// Reports whether a character may be in a number or a word.
fn is_in_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '+' | '.')
}

/// Reads an escape.
fn escaped(letters: &mut std::str::Chars<'_>) -> Option<char> {
    match letters.next()? {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'u' => unicode(letters),
        same @ ('"' | '\\' | '/') => Some(same),
        _ => None,
    }
}

/// Reads the digits of a character, which are two UTF-16 code units for some.
fn unicode(letters: &mut std::str::Chars<'_>) -> Option<char> {
    let first = code_unit(letters)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first);
    }
    let (backslash, mark) = (letters.next()?, letters.next()?);
    let second = code_unit(letters)?;
    if (backslash, mark) != ('\\', 'u') || !(0xdc00..0xe000).contains(&second) {
        return None;
    }
    char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00))
}

fn code_unit(letters: &mut std::str::Chars<'_>) -> Option<u32> {
    let digits = letters.as_str().get(..4)?;
    *letters = letters.as_str().get(4..)?.chars();
    // `from_str_radix` would also accept a sign.
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if are_digits { u32::from_str_radix(digits, 16).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Value, read};

    #[test]
    fn reads_all_values() {
        let text = " { \"a\" : [ 1.5e+3, true, \"\\u00e9\\/\\n\", {}, [] ], \"b\":null } ";
        let word = |text: &str| Value::Word(text.to_owned());
        let list = vec![
            word("1.5e+3"),
            word("true"),
            Value::Text("é/\n".to_owned()),
            Value::Object(Vec::new()),
            Value::List(Vec::new()),
        ];
        let fields = vec![("a".to_owned(), Value::List(list)), ("b".to_owned(), word("null"))];
        assert_eq!(read(text), Some(Value::Object(fields)));
    }

    #[test]
    fn rejects_text_that_is_not_json() {
        let deep = "[".repeat(100_000);
        for text in [
            "",
            "{",
            "}",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "[1,]",
            "[1",
            "1 2",
            "\"",
            "\"\\",
            "\"\\u12",
            "\"\\ud800\"",
            "\"\\x\"",
            &deep,
        ] {
            assert_eq!(read(text), None, "{text:.20}");
        }
    }

    #[test]
    fn reads_characters_of_two_code_units() {
        assert_eq!(read("\"\\ud83d\\udc8a\""), Some(Value::Text("💊".to_owned())));
        for text in ["\"\\ud83d\"", "\"\\ud83dx\\udc8a\"", "\"\\ud83d\\ud83d\"", "\"\\udc8a\"", "\"\\u+012\""]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
