// The wording of boxes for what dm+d's names state: forms, salts, makers, and other text that is printed on a box.

/// Forms of names, and how often (of 100) boxes say them in which way. Products in other forms are not drawn.
export const FORMS = {
  "tablets": { "Tablets": 40, "Film-coated Tablets": 35, "film-coated tablets": 10, "Tablets BP": 15 },
  "capsules": { "Capsules": 40, "Capsules, hard": 15, "Hard Capsules": 35, "Capsules BP": 10 },
  "gastro-resistant tablets": { "Gastro-resistant Tablets": 60, "Enteric Coated Tablets": 20, "EC Tablets": 20 },
  "gastro-resistant capsules": { "Gastro-resistant Capsules": 50, "Gastro-resistant Capsules, hard": 50 },
  "modified-release tablets": { "Prolonged-release Tablets": 60, "Modified-release Tablets": 25, "MR Tablets": 15 },
  "modified-release capsules": { "Prolonged-release Capsules, hard": 50, "Modified-release Capsules": 30, "MR Capsules": 20 },
  "orodispersible tablets": { "Orodispersible Tablets": 100 },
  "orodispersible tablets sugar free": { "Orodispersible Tablets": 70, "Orodispersible Tablets sugar-free": 30 },
  "dispersible tablets": { "Dispersible Tablets": 70, "Dispersible Tablets BP": 30 },
  "effervescent tablets": { "Effervescent Tablets": 100 },
  "chewable tablets": { "Chewable Tablets": 100 },
  "oral solution": { "Oral Solution": 70, "Oral Solution BP": 30 },
  "oral solution sugar free": { "Oral Solution Sugar-free": 50, "Sugar Free Oral Solution": 50 },
  "oral suspension": { "Oral Suspension": 70, "Oral Suspension BP": 30 },
  "oral suspension sugar free": { "Oral Suspension Sugar-free": 50, "Sugar Free Oral Suspension": 50 },
  "cream": { "Cream": 60, "w/w Cream": 30, "Cream BP": 10 },
  "ointment": { "Ointment": 60, "w/w Ointment": 30, "Ointment BP": 10 },
  "gel": { "Gel": 60, "w/w Gel": 40 },
  "eye drops": { "Eye Drops": 30, "Eye Drops, Solution": 60, "Eye Drops BP": 10 },
  "eye drops preservative free": { "Eye Drops, Solution preservative-free": 50, "Preservative Free Eye Drops": 50 },
  "nasal spray": { "Nasal Spray": 50, "Nasal Spray, Suspension": 50 },
  "suppositories": { "Suppositories": 80, "Suppositories BP": 20 },
  "pessaries": { "Pessaries": 50, "Vaginal Pessaries": 50 },
  "transdermal patches": { "Transdermal Patch": 50, "Transdermal Patches": 50 },
  "inhaler CFC free": { "CFC-free Inhaler": 50, "Inhaler CFC-Free": 50 },
  "solution for injection ampoules": { "Solution for Injection": 60, "Solution for Injection or Infusion ampoules": 40 },
  "solution for injection vials": { "Solution for Injection": 60, "Solution for Injection vial": 40 },
  "solution for injection pre-filled syringes": { "Solution for Injection in pre-filled syringe": 100 },
};

/// What is in a box, as names say it and as people do.
const UNITS = {
  tablet: "tablets", capsule: "capsules", ml: "ml", gram: "g", dose: "doses", patch: "patches", sachet: "sachets",
  suppository: "suppositories", pessary: "pessaries", ampoule: "ampoules", vial: "vials",
};
export const isWeighed = (unit) => ["ml", "gram"].includes(unit);
export const unitWord = (unit) => UNITS[unit];

/// Salts that boxes name and dm+d's names omit.
const SALTS = {
  Amitriptyline: "hydrochloride", Amlodipine: "besilate", Atomoxetine: "hydrochloride", Atorvastatin: "calcium",
  Bisoprolol: "fumarate", Bupropion: "hydrochloride", Candesartan: "cilexetil", Cetirizine: "hydrochloride",
  Ciprofloxacin: "hydrochloride", Citalopram: "hydrobromide", Clomipramine: "hydrochloride",
  Clopidogrel: "hydrogen sulfate", Codeine: "phosphate", Cyclizine: "hydrochloride", Dabigatran: "etexilate",
  Diltiazem: "hydrochloride", Donepezil: "hydrochloride", Dosulepin: "hydrochloride", Doxazosin: "mesilate",
  Doxycycline: "hyclate", Duloxetine: "hydrochloride", Enalapril: "maleate", Escitalopram: "oxalate",
  Esomeprazole: "magnesium dihydrate", Fexofenadine: "hydrochloride", Flucloxacillin: "sodium", Fluoxetine: "hydrochloride",
  Hydroxyzine: "hydrochloride", Lercanidipine: "hydrochloride", Levofloxacin: "hemihydrate", Lisinopril: "dihydrate",
  Losartan: "potassium", Mebeverine: "hydrochloride", Memantine: "hydrochloride", Metformin: "hydrochloride",
  Metoclopramide: "hydrochloride", Metoprolol: "tartrate", Montelukast: "sodium", Naratriptan: "hydrochloride",
  Nortriptyline: "hydrochloride", Ondansetron: "hydrochloride dihydrate", Oxybutynin: "hydrochloride",
  Oxycodone: "hydrochloride", Pantoprazole: "sodium sesquihydrate", Paroxetine: "hydrochloride", Perindopril: "erbumine",
  Pioglitazone: "hydrochloride", Pravastatin: "sodium", Prochlorperazine: "maleate", Promethazine: "hydrochloride",
  Propranolol: "hydrochloride", Quetiapine: "fumarate", Quinapril: "hydrochloride", Rabeprazole: "sodium",
  Raloxifene: "hydrochloride", Ranitidine: "hydrochloride", Risedronate: "sodium", Rivastigmine: "hydrogen tartrate",
  Rizatriptan: "benzoate", Ropinirole: "hydrochloride", Rosuvastatin: "calcium", Sertraline: "hydrochloride",
  Sildenafil: "citrate", Sitagliptin: "phosphate monohydrate", Solifenacin: "succinate", Sumatriptan: "succinate",
  Tamoxifen: "citrate", Tamsulosin: "hydrochloride", Terbinafine: "hydrochloride", Tolterodine: "tartrate",
  Tramadol: "hydrochloride", Trazodone: "hydrochloride", Valaciclovir: "hydrochloride",
  Vardenafil: "hydrochloride trihydrate", Venlafaxine: "hydrochloride", Verapamil: "hydrochloride",
  Zolpidem: "tartrate",
};

/// The salt where the name says nothing of it: a medicine of one word that has one.
export const saltOf = (medicine) => SALTS[medicine] || null;

const PHRASES = [
  "POM", "P", "For oral use", "Oral use", "Keep out of the sight and reach of children", "Keep out of reach of children",
  "Read the package leaflet before use", "Please read the enclosed leaflet carefully before use", "Do not store above 25°C",
  "Store in the original package", "Use as directed by your doctor", "To be taken as directed by a doctor or pharmacist",
  "Contains lactose", "Also contains lactose monohydrate. See leaflet for further information", "Ph. Eur.",
  "PL 20075/0123", "PL 04569/0345", "PL 00289/1234", "PLGB 12345/0678", "Lot", "EXP 03 2027", "BN 4H217 EXP 11/26",
  "GTIN", "SN", "MA Holder", "Blister packs", "Each tablet contains",
];

/// Phrases that fit some forms only: no cream is `For oral use`.
const BY_MOUTH = /tablet|capsule|oral/i;
const ORAL_ONLY = /oral|lactose|Each tablet|taken|Blister/i;
export const phrasesFor = (form) => PHRASES.filter((phrase) => BY_MOUTH.test(form) || !ORAL_ONLY.test(phrase));

/// Who brings boxes but isn't on them: wholesalers, importers, and what is made for one patient.
const NOT_ON_BOX = /A A H|Alliance Healthcare|Phoenix Healthcare Dist|Sigma Pharm|Medihealth|Mawdsley|Necessity|DE Pharm|Waymade|Lexon|CST|Doncaster|Drugsrus|Pharmaram|Pilsco|Kosei|Originalis|Special Order|Imported|Not Specified|Ethigen|Dowelhurst|Stephar|NorthStar|Numark/;
export const isOnBox = (supplier) => !NOT_ON_BOX.test(supplier);
const IS_NO_COMPANY = /Order$|^Imported|Not Specified/;
export const isCompany = (supplier) => !IS_NO_COMPANY.test(supplier);

const NOT_SAID = /(?:-UK)?,? (?:Ltd|Plc|PLC|Limited|Inc|GmbH|UK|\(UK\)|Trading|Europe|Pharma|Pharmaceuticals?|Healthcare|Laboratories|Products|Company|International|Sciences)$|-UK$/;

/// `Teva UK Ltd` is Teva on the box, `Accord-UK Ltd` Accord.
export function makerOnBox(supplier) {
  const shorter = supplier.replace(/^The /, "").replace(NOT_SAID, "");
  return shorter === supplier ? supplier : makerOnBox(shorter);
}

export const fullMakerOnBox = (supplier) => supplier.replace(/\bLtd$/, "Limited");
