// What people with other eyes, voices or screens meet on a page: violations that axe finds, content
// that does not fit or is covered, and controls with another name than their words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const axe = readFileSync(
  new URL("../../node_modules/axe-core/axe.min.js", import.meta.url),
  "utf8",
);

/**
 * Asserts that axe finds no violation. The context of the page needs `bypassCSP`. `place` says in a
 * failure what was shown, and `rules` changes the rules of axe.
 */
export async function assertAccessible(page, place, rules = {}) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const run = (rules) => window.axe.run({ resultTypes: ["violations"], rules });
  const { violations } = await page.evaluate(run, rules);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
  assert.deepEqual(found, [], place);
}

/** Asserts that the page does not scroll horizontally. */
export async function assertFits(page, place = "") {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(widths[0] <= widths[1], `${place}: ${widths[0]} in ${widths[1]}`);
}

/** Finds the elements that are cut, outside the screen or under something else. */
export const hiddenIn = (page, selectors) =>
  page.evaluate((selectors) => {
    const isSeen = (element, x, y) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (element.contains(top) || top.contains(element));
    };
    const isHidden = (selector) => {
      const element = document.querySelector(selector);
      const boxes = element ? [...element.getClientRects()] : [];
      const corners = boxes.flatMap(({ left, right, top, bottom }) => [
        [left + 1, top + 1],
        [right - 1, bottom - 1],
      ]);
      return corners.length === 0 || corners.some(([x, y]) => !isSeen(element, x, y));
    };
    return selectors.filter(isHidden);
  }, selectors);

const STOPS = 80;

/**
 * Presses Tab until the focus leaves the page, and collects the elements that have the focus under
 * another one, at least in part.
 */
export async function coveredStops(page, covering) {
  const covered = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate((covering) => {
      const { activeElement: element } = document;
      const over = document.querySelector(covering);
      if (element === document.body) return "the end";
      if (over.contains(element)) return undefined;
      const [one, other] = [element, over].map((each) => each.getBoundingClientRect());
      const isBeside = one.right <= other.left || one.left >= other.right;
      const isApart = one.bottom <= other.top || one.top >= other.bottom;
      return isBeside || isApart ? undefined : element.outerHTML;
    }, covering);
    if (found === "the end") break;
    if (found) covered.push(found);
  }
  return covered;
}

/**
 * Finds the controls whose name lacks the words that they show: a person who speaks these words
 * would not reach them.
 */
export const misnamed = (page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll(":is(button, a, summary)[aria-label]")];
    const shown = ({ innerText }) => innerText.replace(/\s+/g, " ").trim();
    const lacksWords = (control) =>
      !control.ariaLabel.toLowerCase().includes(shown(control).toLowerCase());
    return controls.filter(lacksWords).map(({ outerHTML }) => outerHTML);
  });
