//! The body of an operation: a `Parameters` resource.
//!
//! The JSON is read here, because serde's reader would add 4 KB to what every visitor of the page downloads.
//! Numbers and words are not checked: they are passed on as text.

use super::Refusal;

/// The maximum depth of lists and objects. `Parameters` with a coding have five levels.
const MAX_DEPTH: usize = 16;

/// A value of JSON.
#[derive(Debug, PartialEq, Eq)]
enum Value {
    Text(String),
    /// A number, `true`, `false` or `null`.
    Word(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// Returns the names and values of a `Parameters` resource, as a query has them. A coding becomes a system, a code and
/// a display, `codingA` a `codeA`, and each coding of a `CodeableConcept` one value: `system|code|display`.
///
/// # Errors
///
/// Returns [`Refusal`] if the text is not such a resource.
pub fn parse(json: &[u8]) -> Result<Vec<(String, String)>, Refusal> {
    let Some(resource) = read_parameters(json) else {
        return Err(Refusal::new(400, "structure", "the body must be a Parameters resource as JSON"));
    };
    let mut pairs = Vec::new();
    if let Some(Value::List(parameters)) = resource.get("parameter") {
        for parameter in parameters {
            push_pairs(&mut pairs, parameter);
        }
    }
    Ok(pairs)
}

fn read_parameters(json: &[u8]) -> Option<Value> {
    let resource = read(std::str::from_utf8(json).ok()?)?;
    if resource.text("resourceType") == Some("Parameters") { Some(resource) } else { None }
}

fn push_pairs(pairs: &mut Vec<(String, String)>, parameter: &Value) {
    let (Value::Object(fields), Some(name)) = (parameter, parameter.text("name")) else { return };
    for (key, value) in fields {
        match value {
            _ if !key.starts_with("value") => {}
            Value::Text(text) | Value::Word(text) => pairs.push((name.to_owned(), text.clone())),
            coding if key == "valueCoding" => push_coding(pairs, name, coding),
            concept if key == "valueCodeableConcept" => push_concept(pairs, name, concept),
            _ => {}
        }
    }
}

fn push_coding(pairs: &mut Vec<(String, String)>, name: &str, coding: &Value) {
    let code = format!("code{}", name.strip_prefix("coding").unwrap_or_default());
    for (field, name) in
        [("system", "system"), ("version", "version"), ("code", &code), ("display", "display")]
    {
        let Some(text) = coding.text(field) else { continue };
        let pair = (name.to_owned(), text.to_owned());
        // Two codings of one system have it twice.
        if field == "code" || !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
}

fn push_concept(pairs: &mut Vec<(String, String)>, name: &str, concept: &Value) {
    let Some(Value::List(codings)) = concept.get("coding") else { return };
    for coding in codings {
        let field = |name| coding.text(name).unwrap_or_default();
        pairs.push((name.to_owned(), format!("{}|{}|{}", field("system"), field("code"), field("display"))));
    }
}

impl Value {
    fn get(&self, name: &str) -> Option<&Value> {
        let Value::Object(fields) = self else { return None };
        for (key, value) in fields {
            if key == name {
                return Some(value);
            }
        }
        None
    }

    fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Reads a text that is one value.
fn read(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text };
    let value = reader.value(MAX_DEPTH)?;
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

/// Returns whether a character may be in a number or a word.
fn is_in_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '+' | '.')
}

/// Reads an escape. Codes have no characters that take two, so these are rejected.
fn escaped(letters: &mut std::str::Chars<'_>) -> Option<char> {
    match letters.next()? {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        'u' => {
            let digits = letters.as_str().get(..4)?;
            *letters = letters.as_str().get(4..)?.chars();
            char::from_u32(u32::from_str_radix(digits, 16).ok()?)
        }
        same @ ('"' | '\\' | '/') => Some(same),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, parse, read};

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
    fn flattens_parameters() {
        let body = r#"{"resourceType":"Parameters","parameter":[{"name":"reverse","valueBoolean":true},{"name":"coding","valueCoding":{"system":"s","code":"c"}},{"name":"part","part":[]},{"valueCode":"x"},1]}"#;
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            parse(body.as_bytes()).unwrap_or_default(),
            [pair("reverse", "true"), pair("system", "s"), pair("code", "c")]
        );
        let body = r#"{"resourceType":"Parameters","parameter":[{"name":"codingA","valueCoding":{"system":"s","code":"1"}},{"name":"codingB","valueCoding":{"system":"s","code":"2"}},{"name":"codeableConcept","valueCodeableConcept":{"coding":[{"system":"s","code":"3","display":"d"},{"code":"4"}]}}]}"#;
        let expected = [pair("system", "s"), pair("codeA", "1"), pair("codeB", "2")]
            .into_iter()
            .chain([pair("codeableConcept", "s|3|d"), pair("codeableConcept", "|4|")]);
        assert_eq!(parse(body.as_bytes()).unwrap_or_default(), expected.collect::<Vec<_>>());
        for body in ["[]", "{\"parameter\":[]}", "\"Parameters\""] {
            assert!(parse(body.as_bytes()).is_err(), "{body}");
        }
    }
}
