// Which medicine a pack is, from its generic name: what is said before each strength, salts aside.
import { fold } from "../words.mjs";

const SALTS = / (?:hydrochloride|hydrobromide|besilate|maleate|mesilate|fumarate|tartrate|acetate|phosphate|sulfate|citrate|succinate|erbumine|arginine|cilexetil|medoxomil|diethylammonium|epolamine|lysine|dipropionate|valerate|propionate|butyrate|bromide|nitrate|benzoate|xinafoate|trometamol|disodium|sodium|potassium|calcium|magnesium|monohydrate|dihydrate)$/;
/// Here the second word is no salt's but the medicine's.
const ELEMENTS = /^(?:sodium|potassium|calcium|magnesium|zinc|ferrous|aluminium|copper|lithium|iron) /;

export const medicineOf = ({ generic_product_name: generic }) => fold(generic ?? "").split(" / ").map(substance).sort().join(" / ");

const substance = (part) => withoutSalts(part.replace(/\s+\d.*$/, ""));

function withoutSalts(text) {
  const shorter = ELEMENTS.test(text) ? text : text.replace(SALTS, "");
  return shorter === text ? text : withoutSalts(shorter);
}
