// The bytes of a dataset of 200 demonstration packs with their concepts. Doctests include this block as an expression.
{
    use pack_lookup::dataset::writer::write_with;
    use pack_lookup::import::{demo, progress::Silent, read_from, storage::Memory};

    let mut zip = std::io::Cursor::new(Vec::new());
    demo::write_release(&mut zip, 200, demo::DEFAULT_SEED, &Silent).unwrap();
    let import = read_from(&Memory(zip.get_ref()), "demo.zip".as_ref(), false, &Silent).unwrap();
    write_with(import.packs, import.concepts, &import.release).unwrap()
}
