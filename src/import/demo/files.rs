//! Writes the files of a demonstration release. Packs are made again for each file: none is kept.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Seek, Write};

use quick_xml::escape::partial_escape;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use super::gtins::{self, GtinRow};
use super::pack::{DemoPack, Purpose, Release, sctid};
use super::release_day;
use super::tables::former_name;
use crate::import::dmd::{self, FileKind, element::*};
use crate::import::{DEMO_INSTRUCTION, Progress};

/// Real items have seven digits. These have eight, and each kind of record its own range.
const VTM_ITEMS: u64 = 60_000_000;
const INGREDIENT_ITEMS: u64 = 61_000_000;
const VMP_ITEMS: u64 = 62_000_000;
const VMPP_ITEMS: u64 = 63_000_000;
const SUPPLIER_ITEMS: u64 = 64_000_000;
const UNIT_ITEMS: u64 = 65_000_000;
const AMP_ITEMS: u64 = 70_000_000;
/// Ids of packs that no file has, and of a generic pack that none has.
const UNKNOWN_ITEMS: u64 = 80_000_000;

/// The zip inside the zip; it is named after the week of the release.
const GTIN_ZIP: &str = "week452025-r2_3-GTIN.zip";

/// Writes all files.
pub fn write<W: Write + Seek>(out: W, release: &Release, progress: &dyn Progress) -> ZipResult<()> {
    let names = Names::new(release);
    let mut zip = Zip { writer: ZipWriter::new(out), release, progress };
    zip.file(dmd::VTM_FILE, "2_3", |xml| write_vtms(xml, &names))?;
    zip.file(dmd::VMP_FILE, "2_3", |xml| write_vmps(xml, release, &names))?;
    zip.file(dmd::AMP_FILE, "2_3", |xml| write_amps(xml, release, &names))?;
    zip.file(dmd::VMPP_FILE, "2_3", |xml| write_vmpps(xml, release, &names))?;
    zip.file(dmd::AMPP_FILE, "2_3", |xml| write_ampps(xml, release))?;
    zip.file(dmd::INGREDIENT_FILE, "2_3", |xml| write_ingredients(xml, &names))?;
    zip.file(dmd::LOOKUP_FILE, "2_3", |xml| write_lookup(xml, &names))?;
    zip.inner_zip_with_gtins()?;
    zip.writer.finish()?;
    Ok(())
}

/// Things that packs have in common, each with a number.
struct Names {
    generics: BTreeMap<&'static str, u64>,
    suppliers: BTreeMap<&'static str, u64>,
    units: BTreeMap<&'static str, u64>,
}

impl Names {
    fn new(release: &Release) -> Names {
        let catalogue = &release.catalogue;
        let medicines = || catalogue.medicines.iter();
        let sizes = catalogue.stories.iter().filter_map(|story| Some(story.size.split_once(' ')?.1));
        let units = medicines().map(|medicine| medicine.unit);
        let owners = medicines().filter_map(|medicine| Some(medicine.brand?.1));
        let suppliers = catalogue.suppliers.iter().copied().chain(owners);
        let suppliers = suppliers.chain(catalogue.devices.iter().map(|device| device.supplier));
        Names {
            generics: numbered(medicines().flat_map(|medicine| medicine.generic.split(" / "))),
            suppliers: numbered(suppliers.chain(catalogue.stories.iter().map(|story| story.supplier))),
            units: numbered(units.chain(catalogue.devices.iter().map(|device| device.unit)).chain(sizes)),
        }
    }

    /// The therapeutic moiety that the name of a product begins with.
    fn generic(&self, product: &str) -> Option<u64> {
        let (_, number) = self.generics.iter().rev().find(|(generic, _)| product.starts_with(**generic))?;
        Some(*number)
    }
}

fn numbered(names: impl Iterator<Item = &'static str>) -> BTreeMap<&'static str, u64> {
    let mut numbers: BTreeMap<&str, u64> = names.map(|name| (name, 0)).collect();
    numbers.values_mut().zip(0..).for_each(|(number, place)| *number = place);
    numbers
}

struct Zip<'r, W: Write + Seek> {
    writer: ZipWriter<W>,
    release: &'r Release,
    progress: &'r dyn Progress,
}

impl<W: Write + Seek> Zip<'_, W> {
    fn file(
        &mut self,
        kind: FileKind,
        schema: &str,
        body: impl FnOnce(&mut Xml<&mut dyn Write>) -> io::Result<()>,
    ) -> ZipResult<()> {
        let name = file_name(kind, schema);
        self.progress.begin(&name, 1);
        self.writer.start_file(name, options()?)?;
        write_document(&mut self.writer, kind, schema, self.release, body)?;
        self.progress.advance(1);
        self.progress.finish();
        Ok(())
    }

    /// GTINs come in a zip of their own.
    fn inner_zip_with_gtins(&mut self) -> ZipResult<()> {
        let (release, progress) = (self.release, self.progress);
        let mut inner = Zip { writer: ZipWriter::new(Cursor::new(Vec::new())), release, progress };
        inner.file(dmd::GTIN_FILE, "2_0", |xml| write_gtins(xml, release))?;
        let bytes = inner.writer.finish()?.into_inner();
        self.writer.start_file(GTIN_ZIP, options()?)?;
        Ok(self.writer.write_all(&bytes)?)
    }
}

/// `f_ampp2_3061125.xml`: stem, schema version, day.
fn file_name(kind: FileKind, schema: &str) -> String {
    let (year, month, day) = release_day().civil();
    format!("{}{schema}{day:02}{month:02}{:02}.xml", kind.stem, year % 100)
}

/// Nothing of the machine or the hour gets into the zip.
fn options() -> ZipResult<SimpleFileOptions> {
    let (year, month, day) = release_day().civil();
    let time = DateTime::from_date_and_time(year, month, day, 5, 30, 0);
    let options = SimpleFileOptions::default().large_file(true).unix_permissions(0o644);
    Ok(options.last_modified_time(time.unwrap_or_default()))
}

fn write_document(
    out: &mut dyn Write,
    kind: FileKind,
    schema: &str,
    release: &Release,
    body: impl FnOnce(&mut Xml<&mut dyn Write>) -> io::Result<()>,
) -> io::Result<()> {
    let schema = format!("{}_v{schema}.xsd", kind.stem.trim_start_matches("f_"));
    let (root, packs, seed) = (kind.root, release.packs, release.seed);
    let mut out = io::BufWriter::new(out);
    write!(
        out,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><?{DEMO_INSTRUCTION} packs=\"{packs}\" seed=\"{seed}\"?>"
    )?;
    write!(out, "<{root} xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" ")?;
    write!(out, "xsi:noNamespaceSchemaLocation=\"{schema}\">")?;
    body(&mut Xml(&mut out))?;
    write!(out, "</{root}>")?;
    out.flush()
}

/// Elements, without a byte between them.
struct Xml<W>(W);

impl Xml<&mut dyn Write> {
    fn leaf(&mut self, name: &str, value: impl ToString) -> io::Result<()> {
        write!(self.0, "<{name}>{}</{name}>", partial_escape(value.to_string()))
    }

    fn optional(&mut self, name: &str, value: Option<impl ToString>) -> io::Result<()> {
        value.map_or(Ok(()), |value| self.leaf(name, value))
    }

    fn within(&mut self, name: &str, body: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        write!(self.0, "<{name}>")?;
        body(self)?;
        write!(self.0, "</{name}>")
    }

    /// Sections of which a demonstration has no records.
    fn empty(&mut self, names: &[&str]) -> io::Result<()> {
        names.iter().try_for_each(|name| self.within(name, |_| Ok(())))
    }
}

type Out<'o, 'w> = &'o mut Xml<&'w mut dyn Write>;

/// A code as the files write it.
fn padded(code: u64) -> String {
    format!("{code:04}")
}

/// The packs in the order of the files.
fn packs(release: &Release) -> impl Iterator<Item = DemoPack<'_>> {
    (0..release.packs).filter_map(|place| release.pack(release.number_at(place)))
}

fn write_vtms(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    names.generics.iter().try_for_each(|(name, number)| {
        xml.within(VTM, |xml| {
            xml.leaf(VTMID, sctid(VTM_ITEMS + number))?;
            xml.leaf(NM, name)
        })
    })
}

fn write_ingredients(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    names.generics.iter().try_for_each(|(name, number)| {
        xml.within(ING, |xml| {
            xml.leaf(ISID, sctid(INGREDIENT_ITEMS + number))?;
            xml.leaf(NM, name)
        })
    })
}

fn write_vmps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    xml.within(VMPS, |xml| {
        let vmps = release.catalogue.vmps.iter().zip(0..);
        vmps.map(|(vmp, number)| (vmp.name.as_str(), number))
            .try_for_each(|(name, number)| write_vmp(xml, name, number, names))
    })?;
    let others = [VIRTUAL_PRODUCT_INGREDIENT, ONT_DRUG_FORM, DRUG_FORM, DRUG_ROUTE, CONTROL_DRUG_INFO];
    xml.empty(&others)
}

fn write_vmp(xml: Out<'_, '_>, name: &str, number: u64, names: &Names) -> io::Result<()> {
    let former = former_name(name);
    xml.within(VMP, |xml| {
        xml.leaf(VPID, sctid(VMP_ITEMS + number))?;
        xml.optional(VTMID, names.generic(name).map(|generic| sctid(VTM_ITEMS + generic)))?;
        xml.leaf(NM, name)?;
        xml.leaf(BASISCD, padded(1))?;
        if let Some(former) = former {
            xml.leaf(NMDT, "2004-12-01")?;
            xml.leaf(NMPREV, former)?;
            xml.leaf(BASIS_PREVCD, padded(2))?;
            xml.leaf(NMCHANGECD, padded(3))?;
        }
        xml.leaf(PRES_STATCD, padded(1))
    })
}

fn write_amps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    xml.within(AMPS, |xml| packs(release).try_for_each(|pack| write_amp(xml, release, &pack, names)))?;
    xml.empty(&[AP_INGREDIENT, LICENSED_ROUTE, AP_INFORMATION])
}

fn write_amp(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>, names: &Names) -> io::Result<()> {
    let vmp = release.catalogue.vmpps.get(pack.vmpp).map_or(0, |vmpp| vmpp.vmp as u64);
    let supplier = names.suppliers.get(pack.supplier).copied().unwrap_or(0);
    xml.within(AMP, |xml| {
        xml.leaf(APID, amp_id(pack))?;
        xml.leaf(VPID, sctid(VMP_ITEMS + vmp))?;
        xml.leaf(NM, &pack.product)?;
        xml.leaf(DESC, format!("{} ({})", pack.product, pack.supplier))?;
        xml.leaf(SUPPCD, sctid(SUPPLIER_ITEMS + supplier))?;
        xml.leaf(LIC_AUTHCD, padded(1))?;
        xml.leaf(AVAIL_RESTRICTCD, padded(1))
    })
}

fn amp_id(pack: &DemoPack<'_>) -> u64 {
    sctid(AMP_ITEMS + u64::from(pack.number))
}

fn write_vmpps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    let catalogue = &release.catalogue;
    xml.within(VMPPS, |xml| {
        catalogue.vmpps.iter().zip(0..).try_for_each(|(vmpp, number)| {
            let vmp = catalogue.vmps.get(vmpp.vmp).map_or("", |vmp| vmp.name.as_str());
            let (count, unit) = vmpp.size.split_once(' ').unwrap_or(("1", ""));
            xml.within(VMPP, |xml| {
                xml.leaf(VPPID, sctid(VMPP_ITEMS + number))?;
                xml.leaf(NM, format!("{vmp} {}", vmpp.size))?;
                xml.leaf(VPID, sctid(VMP_ITEMS + vmpp.vmp as u64))?;
                xml.leaf(QTYVAL, count)?;
                xml.leaf(QTY_UOMCD, sctid(UNIT_ITEMS + names.units.get(unit).copied().unwrap_or(0)))
            })
        })
    })?;
    xml.empty(&[DRUG_TARIFF_INFO, COMB_CONTENT])
}

fn write_ampps(xml: Out<'_, '_>, release: &Release) -> io::Result<()> {
    xml.within(AMPPS, |xml| packs(release).try_for_each(|pack| write_ampp(xml, release, &pack)))?;
    xml.empty(&[APPLIANCE_PACK_INFO, DRUG_PRODUCT_PRESCRIB_INFO])?;
    xml.within(MEDICINAL_PRODUCT_PRICE, |xml| {
        packs(release).try_for_each(|pack| write_price(xml, release, &pack))
    })?;
    xml.empty(&[REIMBURSEMENT_INFO])?;
    xml.within(COMB_CONTENT, |xml| packs(release).try_for_each(|pack| write_content(xml, release, &pack)))
}

fn write_ampp(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>) -> io::Result<()> {
    let vmpp = if pack.has_vmpp { VMPP_ITEMS + pack.vmpp as u64 } else { UNKNOWN_ITEMS };
    xml.within(AMPP, |xml| {
        xml.leaf(APPID, release.ampp_id(pack.number))?;
        xml.optional(INVALID, pack.is_invalid.then_some(1))?;
        xml.leaf(NM, pack.name())?;
        xml.optional(ABBREVNM, pack.short_name())?;
        xml.leaf(VPPID, sctid(vmpp))?;
        xml.leaf(APID, amp_id(pack))?;
        xml.optional(COMBPACKCD, (!pack.holds.is_empty()).then(|| padded(1)))?;
        xml.leaf(LEGAL_CATCD, padded(pack.legal_category))?;
        xml.optional(SUBP, pack.subpack.as_ref())?;
        xml.optional(DISCCD, pack.discontinued.map(|(code, _)| padded(code)))?;
        xml.optional(DISCDT, pack.discontinued.map(|(_, date)| date))
    })
}

fn write_price(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>) -> io::Result<()> {
    let Some(price) = pack.price else { return Ok(()) };
    xml.within(PRICE_INFO, |xml| {
        xml.leaf(APPID, release.ampp_id(pack.number))?;
        xml.optional(PRICE, price.price)?;
        xml.optional(PRICEDT, price.price_prev.map(|_| "2025-04-01"))?;
        xml.optional(PRICE_PREV, price.price_prev)?;
        xml.leaf(PRICE_BASISCD, padded(price.basis))
    })
}

fn write_content(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>) -> io::Result<()> {
    pack.holds.iter().filter(|child| **child < release.packs && **child != pack.number).try_for_each(
        |child| {
            xml.within(CCONTENT, |xml| {
                xml.leaf(PRNTAPPID, release.ampp_id(pack.number))?;
                xml.leaf(CHLDAPPID, release.ampp_id(*child))
            })
        },
    )
}

/// The rows of a pack, ready for the file.
struct GtinRecord {
    ampp: u64,
    rows: Vec<GtinRow>,
}

fn write_gtins(xml: Out<'_, '_>, release: &Release) -> io::Result<()> {
    let records = (0..release.packs)
        .map(|place| release.number_at(place))
        .map(|number| (number, gtins::of_pack(release, number)));
    let mut waiting: Option<GtinRecord> = None;
    xml.within(AMPPS, |xml| {
        for (number, rows) in records.filter(|(_, rows)| !rows.is_empty()) {
            let record = GtinRecord { ampp: release.ampp_id(number), rows };
            let mut dice = release.dice(number, Purpose::Layout);
            match (waiting.take(), dice.below(1000)) {
                // Two packs in one group.
                (Some(other), _) => write_gtin_groups(xml, &[other, record])?,
                (None, 0..5) => waiting = Some(record),
                // A pack in two groups.
                (None, 5..15) if record.rows.len() > 1 => write_twice(xml, record)?,
                // Two rows in one element.
                (None, 15..20) => write_joined(xml, &record)?,
                _ => write_gtin_groups(xml, &[record])?,
            }
        }
        write_gtin_groups(xml, waiting.as_slice())?;
        write_unknown(xml, release)
    })
}

fn write_gtin_groups(xml: Out<'_, '_>, records: &[GtinRecord]) -> io::Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    xml.within(AMPP, |xml| {
        records.iter().try_for_each(|record| {
            xml.leaf(AMPPID, record.ampp)?;
            record.rows.iter().try_for_each(|row| xml.within(GTINDATA, |xml| write_gtin(xml, row)))
        })
    })
}

fn write_twice(xml: Out<'_, '_>, mut record: GtinRecord) -> io::Result<()> {
    let last = GtinRecord { ampp: record.ampp, rows: record.rows.pop().into_iter().collect() };
    write_gtin_groups(xml, &[record])?;
    write_gtin_groups(xml, &[last])
}

fn write_joined(xml: Out<'_, '_>, record: &GtinRecord) -> io::Result<()> {
    xml.within(AMPP, |xml| {
        xml.leaf(AMPPID, record.ampp)?;
        xml.within(GTINDATA, |xml| record.rows.iter().try_for_each(|row| write_gtin(xml, row)))
    })
}

fn write_gtin(xml: Out<'_, '_>, row: &GtinRow) -> io::Result<()> {
    xml.leaf(GTIN, row.gtin.map(|gtin| gtin.to_string()).unwrap_or_default())?;
    xml.leaf(STARTDT, row.start)?;
    xml.optional(ENDDT, row.end)
}

/// One row in some thousands names a pack that is not in the release; one at least.
fn write_unknown(xml: Out<'_, '_>, release: &Release) -> io::Result<()> {
    const EVERY: usize = 4_999;
    (0..release.packs).rev().step_by(EVERY).zip(1..).try_for_each(|(last, place)| {
        let mut rows = (0..=last).rev().flat_map(|number| gtins::of_pack(release, number));
        let row = rows.next();
        row.map_or(Ok(()), |row| {
            let rows = vec![row];
            write_gtin_groups(xml, &[GtinRecord { ampp: sctid(UNKNOWN_ITEMS + place), rows }])
        })
    })
}

/// Codes of the lookup file that demonstrations use, and what they mean. Sections without codes are empty.
const CODES: [(&str, &[(u64, &str)]); 13] = [
    (COMBINATION_PACK_IND, &[(1, "Combination pack"), (2, "Component only pack")]),
    (
        BASIS_OF_NAME,
        &[(1, "rINN - Recommended International Non-proprietary"), (2, "BAN - British Approved Name")],
    ),
    (NAMECHANGE_REASON, &[(3, "Basis of name changed")]),
    (VIRTUAL_PRODUCT_PRES_STATUS, &[(1, "Valid as a prescribable product")]),
    (LICENSING_AUTHORITY, &[(1, "Medicines - MHRA/EMA")]),
    (DISCONTINUED_IND, &[(0, "Reinstated"), (1, dmd::DISCONTINUED_FLAG)]),
    (
        PRICE_BASIS,
        &[
            (1, "NHS Indicative Price"),
            (2, "No Price Available"),
            (3, "No Price product centrally funded"),
            (4, "No Price priced when manufactured"),
        ],
    ),
    (LEGAL_CATEGORY, &[(1, "GSL"), (2, "P"), (3, "POM"), (4, "Not Applicable")]),
    (AVAILABILITY_RESTRICTION, &[(1, "None")]),
    (REIMBURSEMENT_STATUS, &[(1, "Allowed (in Drug Tariff)")]),
    (CONTROL_DRUG_CATEGORY, &[(0, "No Controlled Drug Status")]),
    (DF_INDICATOR, &[(1, "Discrete"), (2, "Continuous"), (3, "Not applicable")]),
    (COMBINATION_PROD_IND, &[(1, "Combination Product")]),
];

/// The sections in the order that the schema asks for.
const SECTIONS: [&str; 26] = [
    COMBINATION_PACK_IND,
    COMBINATION_PROD_IND,
    BASIS_OF_NAME,
    NAMECHANGE_REASON,
    VIRTUAL_PRODUCT_PRES_STATUS,
    CONTROL_DRUG_CATEGORY,
    LICENSING_AUTHORITY,
    UNIT_OF_MEASURE,
    FORM,
    ONT_FORM_ROUTE,
    ROUTE,
    DT_PAYMENT_CATEGORY,
    SUPPLIER,
    FLAVOUR,
    COLOUR,
    BASIS_OF_STRNTH,
    REIMBURSEMENT_STATUS,
    SPEC_CONT,
    DND,
    VIRTUAL_PRODUCT_NON_AVAIL,
    DISCONTINUED_IND,
    DF_INDICATOR,
    PRICE_BASIS,
    LEGAL_CATEGORY,
    AVAILABILITY_RESTRICTION,
    LICENSING_AUTHORITY_CHANGE_REASON,
];

fn write_lookup(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    SECTIONS.iter().try_for_each(|section| {
        xml.within(section, |xml| match *section {
            SUPPLIER => write_named(xml, &names.suppliers, SUPPLIER_ITEMS),
            UNIT_OF_MEASURE => write_named(xml, &names.units, UNIT_ITEMS),
            _ => write_codes(xml, section),
        })
    })
}

fn write_named(xml: Out<'_, '_>, names: &BTreeMap<&str, u64>, items: u64) -> io::Result<()> {
    names.iter().try_for_each(|(name, number)| write_info(xml, sctid(items + number), name))
}

fn write_codes(xml: Out<'_, '_>, section: &str) -> io::Result<()> {
    let of_section = CODES.iter().find(|(name, _)| *name == section).map_or(&[][..], |(_, codes)| codes);
    of_section.iter().try_for_each(|(code, text)| write_info(xml, padded(*code), text))
}

fn write_info(xml: Out<'_, '_>, code: impl ToString, text: &str) -> io::Result<()> {
    xml.within(INFO, |xml| {
        xml.leaf(CD, code)?;
        xml.leaf(DESC, text)
    })
}
