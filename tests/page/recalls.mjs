// Texts in the layouts of published recalls. All products, companies and numbers are made up.
//
// Each has what must be recognised: `gtins`, `batches` with their expiry date after a bar, `ranges`
// with the first and the last batch, `starts` of batches, `isAllBatches`, and words of lines that
// are `unread`.

/** The texts on which the rules were made. */
const known = {
  "a table copied from a web page": {
    text: `Class 2 Medicines Recall: Demo Pharma Ltd, Amlodex 5mg tablets, EL(26)A/11
MDR Number\tMDR 143-08/26
Company name\tDemo Pharma Ltd
Product name\tAmlodex 5mg tablets
Marketing Authorisation Number\tPL 12345/0678
GTIN\t09520000000011
Batch Number\tExpiry Date\tPack Size\tFirst Distributed
2406101\t31/05/2027\t28\t12/09/2025
2406102\t31/05/2027\t28\t19/09/2025
2406203\t30/06/2027\t28\t03/10/2025
Telephone: 01234 567890`,
    gtins: ["09520000000011"],
    batches: ["2406101 | 2027-05-31", "2406102 | 2027-05-31", "2406203 | 2027-06-30"],
  },
  "one cell per line": {
    text: `Affected batches
Batch Number
Expiry Date
Pack Size
First Distributed
K7731A
31/08/2026
100
01/02/2025
K7732A
30/09/2026
100
15/03/2025
Background
The marketing authorisation holder found impurities.`,
    batches: ["K7731A | 2026-08-31", "K7732A | 2026-09-30"],
  },
  "all batches of a product with its code": {
    text: `Class 1 recall: all batches of Demolol 10mg/ml solution for injection
GTIN 09520000000028
All unexpired batches are recalled to patient level. Quarantine 10 ampoules packs immediately.`,
    gtins: ["09520000000028"],
    isAllBatches: true,
  },
  "a range": {
    text: `Demo inhaler 100 micrograms per dose
Batch numbers AB1200 to AB1230, expiry 03/2027 to 06/2027`,
    ranges: ["AB1200 | AB1230"],
  },
  "batches beginning with letters": {
    text: `Wholesalers should return packs with batch numbers beginning with "DX7".`,
    starts: ["DX7"],
  },
  footnotes: {
    text: `Batch No.\tExpiry\tPack
P5501*\t02/2027\t56
P5502†\t02/2027\t56
P5503¹\t03/2027\t56
* These packs were distributed to Northern Ireland only.`,
    batches: ["P5501 | 2027-02", "P5502 | 2027-02", "P5503 | 2027-03"],
  },
  "batches with spaces and other hyphens": {
    text: `Lot Number | Use by
AB 1234 | Dec 2027
CD‑55‑7 | Jan 2028`,
    batches: ["AB 1234 | 2027-12", "CD-55-7 | 2028-01"],
  },
  "several products with tables of their own": {
    text: `Demo 5mg tablets (GTIN: 09520000000035)
Batch Number\tExpiry Date
T100\t01/2027
T101\t02/2027

Demo 10mg tablets (GTIN: 09520000000042)
Batch Number\tExpiry Date
U200\t03/2027`,
    gtins: ["09520000000035", "09520000000042"],
    batches: ["T100 | 2027-01", "T101 | 2027-02", "U200 | 2027-03"],
  },
  "two batch columns": {
    text: `Product\tBatch (bulk)\tBatch Number\tBatch Number\tExpiry
Demo cream\tn/a\tH101\tH102\t05/2027
Demo cream\tn/a\tH103\tH104\t06/2027`,
    batches: ["H101 | 2027-05", "H102 | 2027-05", "H103 | 2027-06", "H104 | 2027-06"],
  },
  "a label and value in two cells": {
    text: `Product name: Demo 20mg capsules
Batch number: | 3F0921 | Expiry date: | 30/04/2027
PL number: PL 00289/1234`,
    batches: ["3F0921 | 2027-04-30"],
  },
  "the word batches without numbers, and much after it": {
    text: `Stop supplying the batches below and quarantine 28 tablets packs. Call 01632 960123 between 9am and 5pm.
Lot no: M55T`,
    batches: ["M55T"],
  },
  "a date that does not exist": { text: `Batch: S220, expiry 31/02/2027`, batches: ["S220"] },
  "an e-mail with bullet points": {
    text: `Dear colleague,
please check your shelves for Demo 250mg/5ml suspension:
- Batch 60981A (exp 08/2026)
- Batch 60982A (exp 08/2026)
- Batch 60990B (exp 10/2026)
Kind regards, tel 0113 496 0123`,
    batches: ["60981A | 2026-08", "60982A | 2026-08", "60990B | 2026-10"],
  },
  "a table with licence, strength and code columns": {
    text: `Product\tStrength\tPL number\tGTIN\tBatch No\tExpiry
Demo\t500mg/5ml\tPL 12345/0001\t09520000000011\tGH-2201\t31.10.2027
Demo\t250mg/5ml\tPL 12345/0002\t09520000000028\tGH-2202\t30.11.2027`,
    gtins: ["09520000000011", "09520000000028"],
    batches: ["GH-2201 | 2027-10-31", "GH-2202 | 2027-11-30"],
  },
  "a list below a heading": {
    text: `Affected batch numbers:
N4401
N4402
N4403

Action for pharmacies
Return stock to the supplier.`,
    batches: ["N4401", "N4402", "N4403"],
  },
  "a code with spaces": {
    text: `Barcode: 9 520000 000011\nBatch code Y0012`,
    gtins: ["09520000000011"],
    batches: ["Y0012"],
  },
  "two pairs of columns, each with its dates": {
    text: `Batch No | Expiry | Batch No | Expiry
K2201 | 01/2027 | K2202 | 02/2027`,
    batches: ["K2201 | 2027-01", "K2202 | 2027-02"],
  },
  "two ranges in a sentence": {
    text: "Affected batch numbers: from 24A100 to 24A199 inclusive, and 24B001–24B050.",
    ranges: ["24A100 | 24A199", "24B001 | 24B050"],
  },
  "dates in brackets behind each batch": {
    text: "Clobaz 20mg tablets 30 – batches: CB101 (exp 11/26), CB102 (exp 12/26)",
    batches: ["CB101 | 2026-11", "CB102 | 2026-12"],
  },
  "batches between strokes": {
    text: "Batch Nos: 0X1234/0X1235 / 0X1236 Exp: 06 2027",
    batches: ["0X1234 | 2027-06", "0X1235 | 2027-06", "0X1236 | 2027-06"],
  },
  "batches of letters in a sentence": {
    text: "Lot ABCD and lot EFGH only, expiring 2 February 2028",
    batches: ["ABCD | 2028-02-02", "EFGH | 2028-02-02"],
  },
  "several beginnings": {
    text: 'Recalled: any batch number beginning with "LM", 22 or starting 7Q, e.g. LM2201.',
    starts: ["LM", "22", "7Q"],
  },
  "batches with spaces": {
    text: "Batch: 23 H 045, 23 H 046; use by 08/2027",
    batches: ["23 H 045 | 2027-08", "23 H 046 | 2027-08"],
  },
  "batches that end like units": {
    text: "Batch numbers\n3021A\n3021C\n3021G\n4021S",
    batches: ["3021A", "3021C", "3021G", "4021S"],
  },
  "the element strings of a barcode": {
    text: "Batch/Lot: (10)AB99 (17)270831",
    batches: ["AB99 | 2027-08-31"],
  },
  "element strings alone, with and without brackets": {
    text: "(01)09520000000011(17)270331(10)BX77A012\n01095200000000111727030010BX77A013",
    gtins: ["09520000000011"],
    batches: ["BX77A012 | 2027-03-31", "BX77A013 | 2027-03"],
  },
  "a date on the line below its batch": {
    text: "B/N: W4-118\nEXP: 0527\nBatch: CV7720B\nExpiry: 10/2026",
    batches: ["W4-118 | 2027-05", "CV7720B | 2026-10"],
  },
  "bullets with their dates": {
    text: "The following lots are affected:\n• PV0931 (exp. 02/2027)\n• PV0940 (exp. 03/2027)",
    batches: ["PV0931 | 2027-02", "PV0940 | 2027-03"],
  },
  "batches that are not affected": {
    text: `Batch AB1201 is recalled; batch AB1202 is NOT affected. Replacement stock (batch TR6702) arrives.

The following batches are no longer subject to recall:
Batch number: DV61720
DV61721

Batch AB1203 was never released.`,
    batches: ["AB1201"],
  },
  "all batches but some": {
    text: "All batches except batch ST9914 are affected.",
    isAllBatches: true,
  },
  "not all batches": {
    text: "Not all batches are affected. Batch AB1201 is recalled.",
    batches: ["AB1201"],
  },
  "all batches in a cell, and a batch in another": {
    text: "Product\tBatch\tExpiry\nA 10mg\tAll batches\t12/2027\nA 80mg\tAM8001\t07/2027",
    batches: ["AM8001 | 2027-07"],
    isAllBatches: true,
  },
  "batches with two spaces in a table": {
    text: "Batch Number\tExpiry Date\nH 22 041\t30 Jun 2026\n22 042\t31 Jul 2026",
    batches: ["H 22 041 | 2026-06-30", "22 042 | 2026-07-31"],
  },
  "two beginnings with their labels": {
    text: "Batches beginning with KD24 and batches beginning with KD25 are affected.",
    starts: ["KD24", "KD25"],
  },
  "ranges with other signs, and with their last digits": {
    text: `Affected batches:
VN1401...VN1409
VN1500 - 1512
from VN1200 up to and including VN1215
between VN1300 and VN1310
Batches\tExpiry
CV101, CV105-CV109\t04/2028`,
    batches: ["CV101 | 2028-04"],
    ranges: [
      "VN1401 | VN1409",
      "VN1500 | VN1512",
      "VN1200 | VN1215",
      "VN1300 | VN1310",
      "CV105 | CV109",
    ],
  },
  "a table of batches that are not affected": {
    text: "Batches NOT affected\nBatch\tExpiry\nRX4403\t12/2027\n\nBatch\tExpiry\nRX4404\t01/2028",
    batches: ["RX4404 | 2028-01"],
  },
  "batches side by side, with their dates below": {
    text: "Batch\tEG2211\tEG2312\nExpiry\t01/2028\t02/2028",
    batches: ["EG2211 | 2028-01", "EG2312 | 2028-02"],
  },
  "a batch like a date, a footnote, and a range of dates": {
    text: "Batch\tExpiry\n12-26\t07/2028\n* artwork ref. ART-00718\n\nBatches: OB6601\nExpiry dates: 30/06/2027 - 31/12/2027",
    batches: ["12-26 | 2028-07", "OB6601"],
  },
  "one cell per line, with blank lines": {
    text: "Batch No.\n\nExpiry Date\n\nMP0071\n\nFeb 2027\n\nMP0072\n\nMar 2027",
    batches: ["MP0071 | 2027-02", "MP0072 | 2027-03"],
  },
  "groups with their dates": {
    text: "Batches 1K0441 and 1K0442 (exp. June 2026) and batches 1L0012 and 1L0013 (exp. January 2027)",
    batches: ["1K0441 | 2026-06", "1K0442 | 2026-06", "1L0012 | 2027-01", "1L0013 | 2027-01"],
  },
  "footnotes in brackets and behind a caret": {
    text: "Batch No\tExpiry\nEVG1004^1\t28/02/2027\nEVG1005[a]\t28/02/2027\nEVG1006 (1)\t31/03/2027\nEVG1007(b)\t31/03/2027",
    batches: [
      "EVG1004 | 2027-02-28",
      "EVG1005 | 2027-02-28",
      "EVG1006 | 2027-03-31",
      "EVG1007 | 2027-03-31",
    ],
  },
  "a range with an exception": {
    text: "We are recalling batches AB1200 to AB1230 inclusive, with the exception of batch AB1217, which may continue to be supplied.",
    ranges: ["AB1200 | AB1230"],
    unread: ["AB1217"],
  },
  "a German letter": {
    text: "Chargenrückruf\nBeispiel GmbH, 79539 Lörrach\n\nCh.-B.: 3F417A, verwendbar bis: 09/2026\nCh.-B.: 3G101A bis 3G106A, verwendbar bis: 10/2026",
    batches: ["3F417A | 2026-09"],
    ranges: ["3G101A | 3G106A"],
  },
  "wide spaces of a scanned letter": {
    text: "Batch  No :   M4071          Expiry :   Aug  2027\nBatch  No :   M4085          Expiry :   Sept  2027",
    batches: ["M4071 | 2027-08", "M4085 | 2027-09"],
  },
  "columns of the first and the last batch": {
    text: "Product\tREF\tFirst lot\tLast lot\nCatheter CH12\t4012\tSC51100\tSC51148\nCatheter CH14\t4014\tSC51200\tSC51236",
    ranges: ["SC51100 | SC51148", "SC51200 | SC51236"],
  },
  "dates that a PDF breaks over lines, and a part of a batch": {
    text: "Batch Number    Expiry Date    Pack Size\nNF3301    31/03/\n2027    14\nNF3302    30/04/\n2027    14\n3307    30/04/\n2027    14",
    batches: ["NF3301", "NF3302", "3307"],
    unread: ["3307"],
  },
  "an expiry date on a later line, and one on the next": {
    text: "Recall of batches 50922 and 50923\n\nWe are recalling batches 50922 (expiry 31/05/2027) and 50923 (expiry 30/06/2027).\n\n> Lots EN5B31 (expiry 31.03.27), and lot EN5C07 (expiry\n> 30.04.27).",
    batches: [
      "50922 | 2027-05-31",
      "50923 | 2027-06-30",
      "EN5B31 | 2027-03-31",
      "EN5C07 | 2027-04-30",
    ],
  },
  "all other batches, and any batch, without a recall": {
    text: "All other batches contain the correct leaflet.\nThis is not a recall and there is no concern with the quality of any batch in circulation.\nBatch code: all batch codes beginning with VN25 or VN26",
    starts: ["VN25", "VN26"],
  },
  "all batches but two": {
    text: "Recall of all batches except PV0912 and PV0913, which may continue to be supplied.",
    isAllBatches: true,
    unread: ["PV0912"],
  },
};

/** The texts that were added to see whether the rules hold. */
const others = {
  "a table of a PDF, with single spaces": {
    text: `Class 3 Action within 5 days
Demo Labs Ltd
Furosol 40mg Tablets PL 04569/0123
Batch Number Expiry Date Pack Size First Distributed
BX1203 30/11/2027 28 14 January 2026
BX1204 30/11/2027 28 21 January 2026
BX1211 31 Dec 2027 28 02 February 2026
Further Information
Contact the company on 020 7946 0123.`,
    batches: ["BX1203 | 2027-11-30", "BX1204 | 2027-11-30", "BX1211 | 2027-12-31"],
  },
  "prose with batches in a sentence": {
    text: `Healthcare professionals should quarantine remaining stock of Lactodex 3.3g/5ml oral solution.
The affected batches are 24J460, 24J461 and 24K002, which expire in October 2026.
Patients should not stop taking their medicine. If you have questions about batches, call 0800 123 4567.`,
    batches: ["24J460 | 2026-10", "24J461 | 2026-10", "24K002 | 2026-10"],
  },
  "a range with a dash, and single batches": {
    text: `Lots: C4500–C4520, C4533 and C4541`,
    batches: ["C4533", "C4541"],
    ranges: ["C4500 | C4520"],
  },
  "batches that start with a prefix, in a table cell": {
    text: `Product: Demo eye drops 0.5%\nAll lots starting with the letters QM are affected`,
    starts: ["QM"],
  },
  "letters alone in a column": {
    text: `Batch\tExpiry
XKCDA\t31/01/2027
XKCDB\t28/02/2027`,
    batches: ["XKCDA | 2027-01-31", "XKCDB | 2027-02-28"],
  },
  "a code beside another number": {
    text: `SNOMED 38188111000001109 GTIN 09520000000011 09520000000028 pack of 28\nBatch: ZZ901`,
    gtins: ["09520000000011", "09520000000028"],
    batches: ["ZZ901"],
  },
  "further batches on the next lines of a cell": {
    text: `Product\tBatch numbers\tExpiry
Demo gel 30g\tL7001\t05/2027
L7002
L7003
Demo gel 60g\tL7110\t07/2027`,
    batches: ["L7001 | 2027-05", "L7002", "L7003", "L7110 | 2027-07"],
  },
  "no batch at all": {
    text: `Supply problem: Demo 5mg patches. Stock is expected in week 12 of 2027. Contact 0161 496 0000 or see EL(26)A/09. Pharmacies may order 2 packs of 28.`,
  },
  "dates in other columns are no expiry": {
    text: `Batch Number\tFirst distributed\tPack size
R1010\t12/03/2026\t30
R1011\t19/03/2026\t30`,
    batches: ["R1010", "R1011"],
  },
  "short dates": {
    text: `Lot / Batch\tExp.
V880\t12/27
V881\tJAN-28
V882\t28FEB2028`,
    batches: ["V880 | 2027-12", "V881 | 2028-01", "V882 | 2028-02-28"],
  },
  "batches of digits alone in one line": {
    text: `Affected lots: 100234; 100235; 100240`,
    batches: ["100234", "100235", "100240"],
  },
  "BN and EXP as on boxes": {
    text: `Check packs marked BN: 7J23 EXP: 11/2026 and BN: 7J24 EXP: 11/2026`,
    batches: ["7J23 | 2026-11", "7J24 | 2026-11"],
  },
  "a device notice with references and lots": {
    text: `Field safety notice FSN 2026-014
Reference\tLot
REF 12-345\tW22-0931
REF 12-346\tW22-0944`,
    batches: ["W22-0931", "W22-0944"],
  },
  "several batches in one cell": {
    text: `Product\tBatches affected\tExpiry
Demo 1mg\tA100, A101, A102\tMay 2027
Demo 2mg\tB200 and B201\tJune 2027`,
    batches: [
      "A100 | 2027-05",
      "A101 | 2027-05",
      "A102 | 2027-05",
      "B200 | 2027-06",
      "B201 | 2027-06",
    ],
  },
};

export const recalls = { ...known, ...others };
