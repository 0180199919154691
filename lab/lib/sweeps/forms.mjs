// The route, the release characteristic and the state of matter that a form implies.

/// Patterns of forms with their routes. The first that matches decides; a form that matches none does not decide.
const ROUTES = [
  [/\bkit\b|lozenges? and|ear\/eye\/nose|eye\/ear|ear\/eye|nasal\/ear|skin prick|radionuclide|device 0|diluent only/, null],
  [/sublingual/, "sublingual"],
  [/oral lyophilisate/, "oral lyophilisate"],
  [/buccal|oromucosal|mouthwash|gargle|lozenge|pastille|chewing gum|dental|toothpaste|gingival|periodontal|oral (?:gel|paste|spray)|throat/, "oromucosal"],
  [/vaginal|pessar/, "vaginal"],
  [/suppositor|rectal|enema/, "rectal"],
  [/transdermal|patch/, "transdermal"],
  [/cutaneous(?! injection)(?<!subcutaneous)/, "cutaneous"],
  [/nebuli[sz]er|inhalation (?:solution|suspension)/, "nebulised"],
  [/inhal/, "inhaled"],
  [/nasal|\bnose\b/, "nasal"],
  [/\beye\b|ophthalmic|intravitreal|intracameral|intraocular|ocular/, "ocular"],
  [/\bear\b/, "aural"],
  [/dialysis|haemofiltration|irrigation|catheter|bladder|intravesical|instillation|urethral|intrauterine|endotracheo|sealant|cardioplegia/, "other"],
  [/implant/, "implant"],
  [/\boral\b|by mouth/, "oral"],
  [/intramuscular/, "intramuscular"],
  [/subcutaneous/, "subcutaneous"],
  [/intravenous/, "infusion"],
  [/injection/, "injection"],
  [/infusion/, "infusion"],
  [/tablet|capsule|syrup|elixir|linctus|orodispersible film/, "oral"],
  [/granules|effervescent powder/, "oral"],
  [/ointment|cream/, "cream"],
  [/\bgel\b|lotion|shampoo|\bpaint\b|paste|topical|scalp|\bbath\b|medicated|nail/, "cutaneous"],
  [/\bsoap\b|collodion|dusting|emollient|liniment|emulsifying|paraffin|cetomacrogol/, "cutaneous"],
];

/// Returns the route that a form implies, or `null` where it does not decide.
export function routeOf(tail) {
  for (const [pattern, route] of ROUTES) if (pattern.test(tail)) return route;
  return null;
}

/// For each route asked: the routes that agree, surely and perhaps. Any other route contradicts it.
const AGREEING = {
  intravenous: { sure: ["injection", "infusion"], perhaps: [] },
  intramuscular: { sure: ["injection", "intramuscular"], perhaps: [] },
  subcutaneous: { sure: ["injection", "subcutaneous"], perhaps: ["infusion", "implant"] },
  oral: { sure: ["oral"], perhaps: ["oral lyophilisate", "oromucosal", "sublingual"] },
  rectal: { sure: ["rectal"], perhaps: ["cream", "cutaneous"] },
  vaginal: { sure: ["vaginal"], perhaps: ["cream", "cutaneous"] },
  sublingual: { sure: ["sublingual"], perhaps: ["oromucosal", "oral lyophilisate"] },
  inhaled: { sure: ["inhaled", "nebulised"], perhaps: [] },
  nebulised: { sure: ["nebulised"], perhaps: [] },
  topical: { sure: ["cream", "cutaneous"], perhaps: ["transdermal", "ocular", "nasal", "aural", "oromucosal", "vaginal", "rectal"] },
  transdermal: { sure: ["transdermal"], perhaps: ["cream", "cutaneous"] },
  nasal: { sure: ["nasal"], perhaps: [] },
};

/// Whether a form surely has the route.
export const hasRoute = (tail, asked) => AGREEING[asked].sure.includes(routeOf(tail));

/// Whether a form contradicts the route.
export function contradictsRoute(tail, asked) {
  const route = routeOf(tail);
  const { sure, perhaps } = AGREEING[asked];
  return route !== null && !sure.includes(route) && !perhaps.includes(route);
}

const MODIFIED = /modified[- ]release|prolonged[- ]release|extended[- ]release|slow[- ]release|sustained[- ]release|depot/;
const GASTRO_RESISTANT = /gastro[- ]?resistant|enteric/;

/// Returns the release characteristics that a text states. `immediate` where it states no other.
export function releasesOf(text) {
  const stated = [];
  if (MODIFIED.test(text)) stated.push("modified");
  if (GASTRO_RESISTANT.test(text)) stated.push("gastro-resistant");
  return stated.length > 0 ? stated : ["immediate"];
}

const SEMI_SOLID = /cream|ointment|\bgel\b|paste|paraffin|emulsifying|foam|suppositor|pessar|powder|granules|patch/;
const LIQUID = /solution|suspension|drops|injection|infusion|liquid|lotion|spray|shampoo|enema|mouthwash|paint|irrigation|emulsion|tincture|scalp application|syrup|elixir/;

/// Returns `semi-solid`, `liquid`, or `null` where the form is neither or both.
export function stateOf(tail) {
  const isSemiSolid = SEMI_SOLID.test(tail);
  const isLiquid = LIQUID.test(tail);
  if (isSemiSolid === isLiquid) return null;
  return isLiquid ? "liquid" : "semi-solid";
}
