//! The command line: build a dataset, look up, search.

fn main() {}
