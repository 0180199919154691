//! Asks questions, judges the answers, and prints tables.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::arguments::Arguments;
use super::draw::{Draw, hash};
use super::judge::{Judged, Verdict, judge};
use super::question::Question;
use super::release::{Release, find, notices};

/// The packs of an answer that are asked for: the first five are judged.
const LIMIT: usize = 20;
/// The questions that are drawn for each one that is asked.
const DRAWS: usize = 100;

/// A question with its answer.
pub struct Asked {
    pub question: Question,
    pub judged: Judged,
    generics: Vec<String>,
    notices: String,
    time: Duration,
}

/// Draws different questions of the half.
pub fn draw_questions(
    draw: &mut Draw<'_>,
    arguments: &Arguments,
    kind: &'static str,
    count: usize,
    make: &dyn Fn(&mut Draw<'_>) -> Option<Question>,
) -> Vec<Question> {
    draw.random = super::draw::Random::new(arguments.seed ^ hash(kind));
    let mut texts = HashSet::new();
    let mut questions = Vec::new();
    for _ in 0..DRAWS * count {
        if questions.len() == count {
            break;
        }
        let Some(question) = make(draw) else { continue };
        if arguments.includes(&question.from) && texts.insert(question.text.clone()) {
            questions.push(Question { kind, ..question });
        }
    }
    questions
}

/// Asks all questions, in some threads.
pub fn ask_all(release: &Release<'_>, questions: &[Question], threads: usize) -> Vec<Asked> {
    in_threads(questions, threads, |question| ask(release, question.clone()))
}

/// The results for all items, in their order.
pub fn in_threads<I: Sync, O: Send>(items: &[I], threads: usize, of: impl Fn(&I) -> O + Sync) -> Vec<O> {
    let length = items.len().div_ceil(threads.max(1)).max(1);
    let of = &of;
    thread::scope(|scope| {
        let chunks = items.chunks(length);
        let handles: Vec<_> =
            chunks.map(|chunk| scope.spawn(move || chunk.iter().map(of).collect::<Vec<O>>())).collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()).collect()
    })
}

fn ask(release: &Release<'_>, question: Question) -> Asked {
    let start = Instant::now();
    let found = find(&release.dataset, &question.text, LIMIT, false);
    let time = start.elapsed();
    let judged = judge(release, &question, &found);
    let generic = |pack: &_| release.pack(*pack).generic_product_name.clone();
    let generics = found.packs.iter().take(5).map(generic).collect();
    Asked { question, judged, generics, notices: notices(&found), time }
}

impl Asked {
    pub fn row(&self) -> Vec<String> {
        let expected = format!("{} [{}]", self.question.expected(), self.question.from);
        vec![
            self.question.kind.to_owned(),
            self.question.text.clone(),
            expected,
            self.generics.join(" | "),
            self.notices.clone(),
            self.judged.verdict.name().to_owned(),
            self.judged.faults.clone(),
        ]
    }
}

/// Prints the verdicts of each kind, and writes the failures.
pub fn report(arguments: &Arguments, name: &str, asked: &[Asked]) -> Result<(), Box<dyn Error>> {
    let mut head = vec!["kind", "questions"];
    head.extend(Verdict::ALL.iter().map(|(_, name)| *name));
    head.extend(["right or empty-right", "p50 ms", "p99", "max"]);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for of_kind in asked.chunk_by(|a, b| a.question.kind == b.question.kind) {
        rows.push(row_of(of_kind[0].question.kind, of_kind));
    }
    rows.push(row_of("all", asked));
    print_table(&head, &rows);
    let is_listed = |asked: &&Asked| arguments.writes_all || !asked.judged.verdict.is_right();
    let failures: Vec<Vec<String>> = asked.iter().filter(is_listed).map(Asked::row).collect();
    write_rows(arguments.out(), name, &failures)
}

fn row_of(kind: &str, asked: &[Asked]) -> Vec<String> {
    let count = |verdict| asked.iter().filter(|asked| asked.judged.verdict == verdict).count();
    let right = asked.iter().filter(|asked| asked.judged.verdict.is_right()).count();
    let mut row = vec![kind.to_owned(), asked.len().to_string()];
    row.extend(Verdict::ALL.iter().map(|(verdict, _)| count(*verdict).to_string()));
    row.push(percent(right, asked.len()));
    row.extend(times(asked.iter().map(|asked| asked.time).collect()));
    row
}

/// Prints for each writing how many find nothing, and how many find the right product first.
pub fn report_writings(arguments: &Arguments, asked: &[Asked]) -> Result<(), Box<dyn Error>> {
    let head =
        ["writing", "questions", "nothing found", "first is right", "first is wrong", "p50 ms", "p99", "max"];
    let mut rows: Vec<Vec<String>> = Vec::new();
    for of_kind in asked.chunk_by(|a, b| a.question.kind == b.question.kind) {
        rows.push(row_of_writing(of_kind[0].question.kind, of_kind));
    }
    rows.push(row_of_writing("all", asked));
    print_table(&head, &rows);
    let is_listed =
        |asked: &&Asked| arguments.writes_all || asked.is_nothing() || !asked.judged.is_first_right;
    let failures: Vec<Vec<String>> = asked.iter().filter(is_listed).map(Asked::row).collect();
    write_rows(arguments.out(), "writings.tsv", &failures)
}

impl Asked {
    fn is_nothing(&self) -> bool {
        self.generics.is_empty()
    }
}

fn row_of_writing(kind: &str, asked: &[Asked]) -> Vec<String> {
    let nothing = asked.iter().filter(|asked| asked.is_nothing()).count();
    let right = asked.iter().filter(|asked| !asked.is_nothing() && asked.judged.is_first_right).count();
    let wrong = asked.len() - nothing - right;
    let share = |count: usize| format!("{count} ({})", percent(count, asked.len()));
    let mut row = vec![kind.to_owned(), asked.len().to_string(), share(nothing), share(right), share(wrong)];
    row.extend(times(asked.iter().map(|asked| asked.time).collect()));
    row
}

// Tables and lists of failures.

/// A table in Markdown.
pub fn print_table(head: &[&str], rows: &[Vec<String>]) {
    let numbers = head.iter().skip(1).map(|_| "--:").collect::<Vec<_>>().join("|");
    println!("| {} |\n|---|{numbers}|", head.join(" | "));
    for row in rows {
        println!("| {} |", row.join(" | "));
    }
}

/// Writes rows with tabs between columns. Does nothing without a folder.
pub fn write_rows(folder: Option<&Path>, name: &str, rows: &[Vec<String>]) -> Result<(), Box<dyn Error>> {
    let Some(folder) = folder else { return Ok(()) };
    fs::create_dir_all(folder)?;
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace(['\t', '\n'], " ")).collect();
        writeln!(text, "{}", cells.join("\t"))?;
    }
    fs::write(folder.join(name), text)?;
    Ok(())
}

pub fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

/// The median, the 99th percentile and the maximum of some times, in milliseconds.
pub fn times(mut times: Vec<Duration>) -> [String; 3] {
    times.sort_unstable();
    let at = |share: f64| {
        let place = (share * times.len() as f64) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    [at(0.5), at(0.99), at(1.0)].map(|time| format!("{:.2}", 1e3 * time.as_secs_f64()))
}
