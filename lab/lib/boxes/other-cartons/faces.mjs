// The faces of type of the drawings: which packages have them, and their CSS.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { prepareOtherCartonFonts } from "../../../../scripts/setup/tools.mjs";

/** The weights of each face that is used. All are under the SIL Open Font License or Apache 2.0. */
const WEIGHTS = {
  arimo: [400, 700],
  "open-sans": [400, 700],
  lato: [400, 700],
  "source-sans-3": [400, 700],
  "ibm-plex-sans": [400, 700],
  "pt-sans": [400, 700],
  cabin: [400, 700],
  jost: [400, 700],
  "titillium-web": [400, 700],
  "exo-2": [400, 700],
  "varela-round": [400],
  "roboto-condensed": [400, 700],
  "barlow-condensed": [400, 700],
  "archivo-narrow": [400, 700],
  "encode-sans-condensed": [400, 700],
  oswald: [400, 700],
  tinos: [400, 700],
  merriweather: [400, 700],
  "source-serif-4": [400, 700],
  "libre-baskerville": [400, 700],
  rokkitt: [400, 700],
  "zilla-slab": [400, 700],
  "archivo-black": [400],
  michroma: [400],
  marcellus: [400],
  cousine: [400, 700],
  "b612-mono": [400, 700],
  "share-tech-mono": [400],
  vt323: [400],
  doto: [900],
  "courier-prime": [400, 700],
  caveat: [400, 700],
  kalam: [400],
};

export const SANS =
  "arimo open-sans lato source-sans-3 ibm-plex-sans pt-sans cabin jost titillium-web exo-2".split(
    " ",
  );
export const ROUND = ["varela-round", "jost", "exo-2", "cabin"];
export const CONDENSED =
  "roboto-condensed barlow-condensed archivo-narrow encode-sans-condensed oswald".split(" ");
export const SERIF =
  "tinos merriweather source-serif-4 libre-baskerville rokkitt zilla-slab marcellus".split(" ");
export const DISPLAY = ["archivo-black", "michroma", "oswald", "marcellus", "titillium-web"];
export const MONO = ["cousine", "b612-mono", "share-tech-mono", "courier-prime"];

let installed;

/** Installs the faces, once, and returns their folder. */
function folderOfFaces() {
  installed ??= prepareOtherCartonFonts();
  if (installed.missing) throw new Error(installed.missing);
  return join(installed.program, "@fontsource");
}

/** Returns the CSS of the faces that a drawing names, with the fonts inside. */
export function cssOfFaces(html) {
  let css = "";
  for (const [face, weights] of Object.entries(WEIGHTS)) {
    if (!html.includes(`'${face}'`)) continue;
    for (const weight of weights) css += ruleOf(face, weight);
  }
  return css;
}

function ruleOf(face, weight) {
  const name = `${face}-latin-${weight}-normal.woff2`;
  const bytes = readFileSync(join(folderOfFaces(), face, "files", name));
  const source = `url(data:font/woff2;base64,${bytes.toString("base64")})`;
  return `@font-face{font-family:'${face}';font-weight:${weight};src:${source}}\n`;
}
