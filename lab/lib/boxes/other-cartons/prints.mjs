// What a factory prints late onto a carton (expiry, batch, serial number, date of manufacture), the
// licence, and the company's address. Companies outside of the table get an invented address.
import { weights } from "./random.mjs";

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ");
const LONG_MONTHS = "January February March April May June July August September October";
const longMonths = [...LONG_MONTHS.split(" "), "November", "December"];

const two = (number) => String(number).padStart(2, "0");
const lastDayOf = (year, month) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const titled = (month) => month[0] + month.slice(1).toLowerCase();

/**
 * The notations of an expiry: label, value, and how often. `day` says that the value has a day:
 * otherwise the date is the last day of its month.
 */
const EXPIRIES = [
  ["EXP", ({ y, m }) => `${m}/${y}`, 14],
  ["EXP:", ({ y, m }) => `${m}/${y}`, 8],
  ["EXP", ({ y, m }) => `${m}-${y}`, 6],
  ["EXP:", ({ y, mon }) => `${mon} ${y}`, 7],
  ["EXP", ({ yy, mon }) => `${mon} ${yy}`, 4],
  ["EXP", ({ y, m }) => `${m} ${y}`, 5],
  ["EXP", ({ y, m }) => `${m}.${y}`, 4],
  ["EXP", ({ yy, m }) => `${m}/${yy}`, 5],
  ["EXP:", ({ y, m }) => `${y}-${m}`, 4],
  ["EXP", ({ y, m }) => `${y}/${m}`, 2],
  ["EXP", ({ yy, m, d }) => `${yy}${m}${d}`, 4, { day: true }],
  ["EXP", ({ y, m, d }) => `${d}/${m}/${y}`, 3, { day: true }],
  ["EXP", ({ y, mon, d }) => `${d} ${mon} ${y}`, 3, { day: true }],
  ["EXP:", ({ y, m, d }) => `${y}-${m}-${d}`, 3, { day: true }],
  ["Exp.", ({ y, m }) => `${m}/${y}`, 4],
  ["Exp. date", ({ y, m }) => `${m}/${y}`, 3],
  ["Expiry date:", ({ y, m }) => `${m}/${y}`, 5],
  ["Expiry:", ({ y, long }) => `${long} ${y}`, 2],
  ["Expiry", ({ y, mon }) => `${titled(mon)} ${y}`, 2],
  ["EXPIRY DATE", ({ y, m }) => `${m} ${y}`, 2],
  ["Use before", ({ yy, m, d }) => `${d}.${m}.${yy}`, 3, { day: true }],
  ["Use before:", ({ y, m }) => `${m}/${y}`, 2],
  ["Use by:", ({ y, m, d }) => `${d}/${m}/${y}`, 1, { day: true }],
];

/** Makes an expiry in one of the notations. */
export function expiryOf(random) {
  const year = Number(random.weighted(weights("2025 1|2026 2|2027 6|2028 7|2029 6|2030 2")));
  const month = random.whole(1, 12);
  const [label, write, , { day = false } = {}] = random.weighted(
    EXPIRIES.map((one) => [one, one[2]]),
  );
  const last = lastDayOf(year, month);
  const date = day && random.chance(0.4) ? random.whole(1, last) : last;
  const value = write({
    y: String(year),
    yy: two(year % 100),
    m: two(month),
    d: two(date),
    mon: MONTHS[month - 1],
    long: longMonths[month - 1],
  });
  return {
    label,
    value,
    date: `${year}-${two(month)}-${two(date)}`,
    hasDay: day,
  };
}

/** Makes a date of manufacture two or three years before an expiry, written as the expiry is. */
export function manufacturedOf({ date, value }, random) {
  const [year, month] = date.split("-");
  const made = Number(year) - random.whole(2, 3);
  const written = value.includes("/") ? `${month}/${made}` : `${MONTHS[Number(month) - 1]} ${made}`;
  return { label: random.pick(["MFD", "MFG", "MAN", "Mfg. date:"]), value: written };
}

const BATCH_LABELS = weights(
  "LOT 16|LOT: 8|Lot 6|BN 8|BN: 6|Batch No. 6|Batch No.: 4" +
    "|B.No.: 5|Batch: 4|Lot/Batch 4|LOT NO. 2|Batch number: 2",
);

const BATCHES = [
  (random) => random.letters(2) + random.digits(5),
  (random) => random.letters(1) + random.digits(6),
  (random) => random.digits(7),
  (random) => `${random.digits(2)}${random.letters(1)}${random.digits(3)}${random.letters(1)}`,
  (random) => `${random.letters(3)}${random.digits(4)}${random.letters(1)}`,
  (random) => `${random.letters(2)}${random.digits(4)}-${random.whole(1, 9)}`,
  (random) => random.digits(6),
  (random) => `${random.digits(4)}${random.letters(2)}`,
  (random) => `${random.letters(1)}${random.digits(4)}`,
];

export function batchOf(random) {
  return {
    label: random.weighted(BATCH_LABELS),
    value: random.pick(BATCHES)(random),
  };
}

export function serialOf(random) {
  let serial = "";
  const length = random.whole(10, 14);
  while (serial.length < length)
    serial += random.chance(0.7) ? random.digits(1) : random.letters(1);
  return serial;
}

/** Companies: a word of the supplier's name, the name as printed, address, licence number. */
const COMPANIES = [
  ["Teva", "TEVA UK Limited", "Ridings Point, Whistler Drive, Castleford, WF10 5HX", "00289"],
  ["Accord", "Accord Healthcare Ltd", "Sage House, 319 Pinner Road, North Harrow HA1 4HF", "20075"],
  ["Zentiva", "Zentiva", "12 New Fetter Lane, London EC4A 1JP", "17780"],
  ["Almus", "Almus Pharmaceuticals Ltd", "43 Cox Lane, Chessington, KT9 1SN", "12762"],
  ["Alliance", "Almus", "43 Cox Lane, Chessington, KT9 1SN", "12762"],
  ["Milpharm", "Milpharm Limited", "Ares Block, Odyssey Business Park, Ruislip HA4 6QD", "16363"],
  ["Aurobindo", "Aurobindo Pharma", "Odyssey Business Park, West End Road, Ruislip", "16363"],
  ["Sandoz", "Sandoz Limited", "Park View, Riverside Way, Camberley GU15 3YL", "04416"],
  ["Viatris", "Viatris", "Building 4, Trident Place, Mosquito Way, Hatfield AL10 9UL", "04569"],
  ["Mylan", "Mylan", "Building 4, Trident Place, Mosquito Way, Hatfield AL10 9UL", "04569"],
  ["GlaxoSmithKline", "GlaxoSmithKline UK Ltd", "Stockley Park West, Uxbridge UB11 1BT", "10949"],
  ["AstraZeneca", "AstraZeneca UK Limited", "600 Capability Green, Luton LU1 3LU", "17901"],
  ["Boehringer", "Boehringer Ingelheim Limited", "Ellesfield Avenue, Bracknell RG12 8YS", "14598"],
  ["Novo Nordisk", "Novo Nordisk A/S", "Novo Allé, DK-2880 Bagsværd, Denmark", "03132"],
  ["Sanofi", "SANOFI", "410 Thames Valley Park Drive, Reading RG6 1PT", "04425"],
  ["Pfizer", "Pfizer Limited", "Sandwich, Kent CT13 9NJ", "00057"],
  ["Bayer", "Bayer plc", "400 South Oak Way, Reading RG2 6AD", "00010"],
  ["Novartis", "Novartis Pharmaceuticals UK Ltd", "The WestWorks, London W12 7FQ", "00101"],
  ["Actavis", "Actavis", "Whiddon Valley, Barnstaple, Devon EX32 8NS", "00142"],
  ["Bristol", "Bristol Laboratories Ltd", "Laporte Way, Luton LU4 8WL", "17907"],
  ["Reddy", "Dr. Reddy's Laboratories (UK) Ltd", "410 Cambridge Science Park CB4 0PE", "08553"],
  ["Crescent", "Crescent Pharma Ltd", "Units 3-4, Quidhampton, Overton RG25 3EA", "20416"],
  ["Brown & Burk", "Brown & Burk UK Ltd", "5 Marryat Close, Hounslow TW4 5DQ", "25298"],
  ["Wockhardt", "Wockhardt UK Ltd", "Ash Road North, Wrexham LL13 9UF", "29831"],
  ["Rosemont", "Rosemont Pharmaceuticals Ltd", "Braithwaite Street, Leeds LS11 9XE", "00427"],
  ["Martindale", "Martindale Pharma", "Bampton Road, Romford RM3 8UG", "01883"],
  ["hameln", "hameln pharma ltd", "Nexus, Gloucester Business Park, GL3 4AG", "01502"],
  ["Fresenius", "Fresenius Kabi Limited", "Cestrian Court, Runcorn WA7 1NT", "08828"],
  ["Reckitt", "Reckitt Benckiser Healthcare", "Dansom Lane, Hull HU8 7DS", "00063"],
  ["Chiesi", "Chiesi Limited", "333 Styal Road, Manchester M22 5LG", "08829"],
  ["A A H", "AAH Pharmaceuticals Ltd", "Sapphire Court, Walsgrave Triangle, Coventry", "06464"],
  ["Lupin", "Lupin Healthcare (UK) Ltd", "The Urban Building, Slough SL1 2BE", "35507"],
  ["Tillomed", "Tillomed Laboratories Ltd", "220 Butterfield, Luton LU2 8DL", "11311"],
];

const STREETS = ["Mill Lane", "Station Road", "Harbour Way", "Foundry Street", "Priory Park"];
const TOWNS = "Leeds LS9 4QT|Slough SL1 4PN|Swindon SN5 7YW|Hull HU3 2TT|Derby DE7 8RX".split("|");

/** Returns `{ printed, address, number }` of a supplier. */
export function companyOf(supplier, random) {
  for (const [word, printed, address, number] of COMPANIES)
    if (supplier.includes(word)) return { printed, address, number };
  const address = `${random.whole(1, 90)} ${random.pick(STREETS)}, ${random.pick(TOWNS)}`;
  return { printed: supplier, address, number: random.digits(5) };
}

/** Makes the licence of a pack. */
export function licenceOf({ number }, random, { isParallelImport }) {
  const product = random.digits(4);
  const label = random.weighted(weights("PL 8|PLGB 2|PL: 1"));
  if (isParallelImport) return `${random.pick(["PL", "PL(PI)"])} ${random.digits(5)}/${product}`;
  return `${label} ${number}/${product}`;
}
