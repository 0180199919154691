// Other names of substances: those of the United States (USAN), and former British Approved Names.
const OTHER_NAMES = {
  acetaminophen: "paracetamol", albuterol: "salbutamol", amphetamine: "amfetamine", amoxycillin: "amoxicillin", beclomethasone: "beclometasone",
  bendrofluazide: "bendroflumethiazide", benztropine: "benzatropine", cephalexin: "cefalexin", chlorthalidone: "chlortalidone", cholecalciferol: "colecalciferol",
  clomiphene: "clomifene", cyclosporine: "ciclosporin", dextroamphetamine: "dexamfetamine", dextrose: "glucose", dicyclomine: "dicycloverine",
  epinephrine: "adrenaline", frusemide: "furosemide", glyburide: "glibenclamide",
  glycerin: "glycerol", hydroxyurea: "hydroxycarbamide", indomethacin: "indometacin", isoproterenol: "isoprenaline", leucovorin: "folinate",
  levarterenol: "noradrenaline", lignocaine: "lidocaine", meperidine: "pethidine", mesalamine: "mesalazine", methimazole: "thiamazole", methotrimeprazine: "levomepromazine",
  nitroglycerin: "glyceryl", norepinephrine: "noradrenaline", oestradiol: "estradiol", phytonadione: "phytomenadione", rifampin: "rifampicin",
  scopolamine: "hyoscine", simethicone: "simeticone", sulphasalazine: "sulfasalazine", thioguanine: "tioguanine",
  thyroxine: "levothyroxine", trimeprazine: "alimemazine",
};

/// Returns the words of generic names whose other names begin with a prefix.
export function genericNamesOf(prefix) {
  const names = [];
  for (const [other, name] of Object.entries(OTHER_NAMES)) if (other.startsWith(prefix)) names.push(name);
  return names;
}
