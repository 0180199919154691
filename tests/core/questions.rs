//! Generated questions about the demonstration data: the short form of `npm run lab -- medicines kinds`.

#[path = "../../lab/medicines/mod.rs"]
#[allow(dead_code, reason = "the other commands are only measured")]
mod medicines;

use pack_lookup::dataset::{verify, writer};

use self::medicines::arguments::Arguments;
use self::medicines::ask_kinds;
use self::medicines::judge::Verdict;
use self::medicines::measure::Asked;
use self::medicines::release::Release;
use crate::demo::default_import;

/// The most answers with each verdict. They are the measured counts: lower them after an improvement.
const LIMITS: [(Verdict, usize); 4] =
    [(Verdict::Silent, 0), (Verdict::Noticed, 0), (Verdict::Empty, 5), (Verdict::FalseReason, 0)];

#[test]
fn answers_to_generated_questions_are_right() {
    let import = default_import();
    let (packs, concepts) = (import.packs.clone(), import.concepts.clone());
    let bytes = writer::write_with(packs, concepts, &import.release).unwrap();
    let release = Release::read(verify(&bytes).unwrap());
    let arguments = ["kinds", "", "--half", "both", "--seed", "1", "--sample", "25"].map(str::to_owned);
    let asked = ask_kinds(&release, &Arguments::read(arguments.into_iter()).unwrap());
    assert!(asked.len() > 800, "{} questions", asked.len());
    for (verdict, most) in LIMITS {
        let found: Vec<&Asked> = asked.iter().filter(|one| one.judged.verdict == verdict).collect();
        let texts: Vec<String> = found.iter().map(|one| one.row().join("\t")).collect();
        assert!(found.len() <= most, "{} are {}:\n{}", found.len(), verdict.name(), texts.join("\n"));
    }
}
