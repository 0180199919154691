// Per cent for strengths in mg/ml or mg/g, and the reverse.
import { drawQuestions, plainOf } from "./draw.mjs";
import { plainNumber } from "./spelling.mjs";
import { readStrengths } from "./strengths.mjs";

export const percent = {
  name: "percent",
  size: 700,
  make: (release, random, size) => {
    const medicines = plainOf(release).filter((medicine) => medicine.state && converted(medicine).length > 0);
    return drawQuestions(size, () => ask(random.pick(medicines), random));
  },
};

function ask(medicine, random) {
  const text = random.pick(converted(medicine));
  return { class: percent.name, text: `${medicine.substance} ${text}`, half: medicine.half, wants: { medicines: [medicine.words], strengths: readStrengths(text.replaceAll(" ", "")) } };
}

/// Returns the same strength in per cent, or in mg where the name has per cent.
function converted({ parts, state }) {
  if (parts[0].isComponent) return [];
  const [strength] = parts[0].strengths;
  const unit = state === "liquid" ? "ml" : "g";
  if (strength.dimension === "percent" && !strength.per) return writeAmounts(strength.amount * 10, unit);
  const share = shareOf(strength, unit);
  const number = share === null ? null : plainNumber(share);
  return number === null ? [] : [`${number}%`, `${number} %`];
}

const writeAmounts = (mg, unit) => (plainNumber(mg) === null ? [] : [`${plainNumber(mg)}mg/${unit}`, `${plainNumber(mg)} mg/${unit}`]);

/// Returns a strength per volume or per mass in per cent, or `null`.
function shareOf({ dimension, amount, per }, unit) {
  if (dimension !== "mass" || per?.dimension !== (unit === "ml" ? "volume" : "mass")) return null;
  return unit === "ml" ? amount / per.amount / 1e4 : (amount / per.amount) * 100;
}
