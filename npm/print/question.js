// Makes a question for the search from the lines of a box. The parser of the search says what each
// line is, and the search which lines belong together.
import * as check from "../api/check.js";
import { boxesOf, licencesOf, ownLines } from "./boxes.js";
import { describedLines, tallestOf } from "./parsed-lines.js";
import { doubtsOf } from "./doubts.js";
import { cut, linesThatFit, textOf } from "./fit.js";
import { hasRole, hasStrength, isSure, PROMINENT, strengthsIn } from "./known.js";
import { isAskable } from "./packs.js";
import { withoutPharmacyLabel } from "./pharmacy-label.js";
import { withoutRepeats } from "./repeats.js";
import { supplierOf } from "./supplier.js";

/**
 * Returns `{ text, name, strength, isOneProduct, supplier, lacksSupplier, doubts, alternatives }`
 * of a box that was read. `packs` is the dataset that the question is for.
 */
export async function questionOf(box, packs) {
  if (!Array.isArray(box?.lines))
    throw check.wrongType("bad_box", "a box", "what `read` returns", box);
  if (packs === undefined) return withoutData(box.lines);
  const onBox = withoutPharmacyLabel(box.lines);
  const lines = onBox.filter(({ isSmallPrint }) => !isSmallPrint);
  const known = await describedLines(lines, packs);
  const licences = licencesOf(lines);
  const boxes = boxesOf(known, lines, licences);
  const { seeds, hasForm, ...question } = await questionOfBox(ownLines(known, boxes), packs);
  const named = boxes.length > 0 ? [] : await ofEachBox(boxesOf(known, lines, seeds), packs);
  const alternatives = named.length > 1 ? named : await ofEachBox(boxes, packs);
  if (licences.length > 1 || named.length > 1) question.doubts.unshift("several_boxes");
  const isOneProduct = !known.some(hasStrength) && (await isNameOfOne(question, packs));
  const asked = { ...question, isOneProduct, alternatives };
  if (!isAskable(asked) || alternatives.length > 0) return asked;
  const { facets } = await packs.search(asked.text, { groupBy: "product", limit: 1 });
  if (!hasForm && facets.form.length > 1) asked.doubts.push("several_forms");
  return { ...asked, ...supplierOf(facets, onBox) };
}

/** Without a dataset nobody knows what a line is: the question has the large ones. */
function withoutData(lines) {
  const tallest = tallestOf(lines);
  const texts = [];
  for (const { height, isValue, readings } of lines)
    if (!isValue && height >= PROMINENT * tallest) texts.push(readings[0].text);
  return {
    text: cut(withoutRepeats(texts).join(" ")),
    name: undefined,
    strength: undefined,
    doubts: ["no_data"],
    alternatives: [],
  };
}

/** Returns `{ text, name, strength, hasForm, doubts, seeds }` of the lines of one box. */
async function questionOfBox(own, packs) {
  const fit = await linesThatFit(own, packs);
  const asked = fit.kept.length > 0 ? fit.kept : [...fit.lines, ...fit.unknown];
  const text = textOf(own.filter((line) => asked.includes(line)));
  const agreed = asked.filter(isSure);
  const names = agreed.filter((line) => fit.names.includes(line));
  return {
    text: cut(text),
    name: textOf(names.length > 0 ? names : fit.unknown) || undefined,
    strength: agreed.flatMap(strengthsIn)[0],
    hasForm: own.some((line) => hasRole(line, "form")),
    doubts: doubtsOf(own, fit, text),
    seeds: twoNames(fit),
  };
}

/** Finds a name of the packs and one that contradicts it, if any: two boxes may be in view. */
function twoNames({ names, kept, contradicting }) {
  const own = names.find((line) => kept.includes(line));
  const other = contradicting.find((line) => hasRole(line, "medicine"));
  return own && other ? [own.line, other.line] : [];
}

/** Finds the questions of boxes in view that have a name and a strength of some pack. */
async function ofEachBox(boxes, packs) {
  const questions = [];
  for (const box of boxes) {
    const question = await questionOfBox(box, packs);
    const { text, name, strength } = question;
    if (isAskable(question)) questions.push({ text, name, strength, doubt: "one_box" });
  }
  return questions;
}

/** Reports whether a single product has the name of a question: its box may have no strength. */
async function isNameOfOne({ name, doubts }, packs) {
  if (name === undefined || doubts.includes("no_pack")) return false;
  const { products, corrections } = await packs.search(name, { groupBy: "product", limit: 1 });
  return products === 1 && corrections.length === 0;
}
