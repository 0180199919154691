// The components of `co-` names, in the order in which their strengths are stated (British Approved Names of combinations).
const COMPONENTS = {
  amilofruse: ["amiloride", "furosemide"],
  amilozide: ["amiloride", "hydrochlorothiazide"],
  amoxiclav: ["amoxicillin", "clavulanic acid"],
  beneldopa: ["benserazide", "levodopa"],
  careldopa: ["carbidopa", "levodopa"],
  codamol: ["codeine", "paracetamol"],
  codaprin: ["codeine", "aspirin"],
  cyprindiol: ["cyproterone", "ethinylestradiol"],
  danthramer: ["dantron", "poloxamer"],
  danthrusate: ["dantron", "docusate"],
  dydramol: ["dihydrocodeine", "paracetamol"],
  fluampicil: ["flucloxacillin", "ampicillin"],
  flumactone: ["hydroflumethiazide", "spironolactone"],
  magaldrox: ["magnesium hydroxide", "aluminium hydroxide"],
  phenotrope: ["diphenoxylate", "atropine"],
  prenozide: ["oxprenolol", "cyclopenthiazide"],
  proxamol: ["dextropropoxyphene", "paracetamol"],
  simalcite: ["simeticone", "hydrotalcite"],
  tenidone: ["atenolol", "chlortalidone"],
  triamterzide: ["triamterene", "hydrochlorothiazide"],
  trimoxazole: ["trimethoprim", "sulfamethoxazole"],
  zidocapt: ["hydrochlorothiazide", "captopril"],
};

/// Returns the components of a text with a `co-` name, or `undefined`.
export const componentsOf = (text) => COMPONENTS[/\bco-([a-z]+)/.exec(text)?.[1]];
