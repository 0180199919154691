// Tests the report about a code in a browser: its steps from the scan, the keyboard, mail links,
// screen sizes, and that the page sends nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { colorSchemes, inWhole } from "../common/whole.mjs";
import { assertAccessible, assertFits } from "./accessibility.mjs";
import { packs, plain, reused, toGtin14, unknown } from "./codes.mjs";
import { launch, openPage, reload, resultName, serve, textOf, typeScan } from "./driver.mjs";
import { inControl, servePage } from "./visit.mjs";

const browser = await launch();
const server = await serve();
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

const open = (t, options) => openPage(t, browser, server.origin, { ...CLIPBOARD, ...options });
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
const button = (page, name) => page.getByRole("button", { name }).first();
const preview = (page) => page.locator(".report pre");
/** Opens the form, and chooses what is wrong: by default the first one. */
async function openForm(page) {
  await button(page, "Report this code").click();
  await page.locator("[name=report-problem]").first().check();
}

/**
 * Times of the keystroke-level model (Card, Moran and Newell 1980), in seconds. The typist is an
 * average one who is no secretary.
 */
const KLM = { key: 0.28, point: 1.1, click: 0.2, home: 0.4, think: 1.35 };
const LIMIT_SECONDS = 22;

/** A person who uses the page, with the time that the model gives for the steps. */
function personAt(page) {
  let seconds = 0;
  const click = async (target) => {
    seconds += KLM.think + KLM.point + KLM.click;
    await target.click();
  };
  const type = async (target, text) => {
    await click(target);
    seconds += 2 * KLM.home + KLM.think + text.length * KLM.key;
    await target.pressSequentially(text, { delay: 60 });
  };
  return { click, type, seconds: () => seconds, copy: () => click(button(page, "Copy report")) };
}

async function chooseProblem(person, page, problem) {
  await person.click(button(page, "Report this code"));
  await person.click(page.getByLabel(problem));
}

const BOX = "Ibuprofen 200mg tablets 24";

/** The steps after the scan, and lines of the report, for each kind of report. */
const kinds = [
  {
    name: "The box says something else",
    code: plain.gtin,
    steps: async (person, page) => {
      await chooseProblem(person, page, "The box says something else");
      await person.type(page.getByLabel("What the box says"), BOX);
    },
    lines: [
      "Problem: The box says something else",
      `Pack 1: ${plain.pack.name}`,
      `Box says: ${BOX}`,
    ],
  },
  {
    name: "No pack has this code",
    code: unknown,
    steps: (person, page) => chooseProblem(person, page, "No pack has this code"),
    lines: ["Problem: No pack has this code", `GTIN: ${unknown}`],
  },
  {
    name: "Re-used code",
    code: reused.gtin,
    steps: async (person, page) => {
      await person.click(button(page, "This is my box"));
      await chooseProblem(person, page, "Re-used code");
    },
    lines: [
      "Problem: Re-used code",
      `Box says: ${packs.gtin(reused.gtin).name}`,
      `Box AMPP: ${packs.gtin(reused.gtin).pack_id}`,
    ],
  },
];

for (const { name, code, steps, lines } of kinds) {
  test(`${name}: from the scan to the copied report in ${LIMIT_SECONDS} seconds, by the keystroke-level model`, async (t) => {
    const page = await open(t);
    await typeScan(page, code);
    const person = personAt(page);
    await steps(person, page);
    await person.copy();
    await page.locator(".toast", { hasText: "Report copied" }).waitFor();
    const text = await copied(page);
    assert.deepEqual(
      lines.filter((line) => !text.split("\n").includes(line)),
      [],
    );
    t.diagnostic(`${person.seconds().toFixed(1)} seconds`);
    assert.ok(person.seconds() <= LIMIT_SECONDS, `${person.seconds()} seconds`);
  });
}

test("the copied report is the text on the screen", async (t) => {
  const page = await open(t);
  await typeScan(page, `]d201${toGtin14(plain.gtin)}17311231\x1d10AB12\x1d21SN34`);
  await openForm(page);
  await button(page, "Copy report").click();
  const text = await copied(page);
  assert.equal(text, await preview(page).textContent());
  assert.ok(!/AB12|SN34/.test(text));
  await page.getByLabel("Add batch and serial number").check();
  assert.match(await preview(page).textContent(), /Box batch: AB12\nBox serial: SN34\n/);
  assert.match(await textOf(page.locator(".report")), /Never add names or numbers of patients/);
});

test("the form works with only the keyboard", async (t) => {
  const page = await open(t);
  await typeScan(page, plain.gtin);
  await resultName(page).waitFor();
  const focusedIs = (selector) =>
    page.evaluate((selector) => document.activeElement.matches(selector), selector);
  const tabTo = async (selector) => {
    for (let presses = 0; presses < 60 && !(await focusedIs(selector)); presses += 1)
      await page.keyboard.press("Tab");
    assert.ok(await focusedIs(selector), selector);
  };
  await tabTo("#report-open");
  await page.keyboard.press("Enter");
  assert.ok(await focusedIs("#report-title"));
  await tabTo("[name=report-problem]");
  assert.equal(await page.locator(".report .primary").count(), 0);
  await page.keyboard.press("ArrowDown");
  await tabTo("#report-box");
  await page.keyboard.type("Box", { delay: 120 });
  await tabTo(".report .primary");
  await page.keyboard.press("Enter");
  await page.locator(".toast", { hasText: "Report copied" }).waitFor();
  assert.match(await copied(page), /^Problem: Re-used code$.*^Box says: Box$/ms);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".report").count(), 0);
  assert.ok(await focusedIs("#report-open"));
});

test("a pack that the field proposes is chosen with its AMPP code", async (t) => {
  const page = await open(t);
  await typeScan(page, unknown);
  await openForm(page);
  const field = page.getByLabel("What the box says");
  await field.fill(plain.pack.name.split(" ")[0]);
  const names = await page
    .locator("#report-packs option")
    .evaluateAll((options) => options.map(({ value }) => value));
  assert.ok(names.length > 0);
  await field.fill(names[0]);
  const { pack_id } = packs.search(plain.pack.name.split(" ")[0], { limit: 1 }).packs[0];
  assert.match(
    await preview(page).textContent(),
    new RegExp(`^Box says: .+\nBox AMPP: ${pack_id}$`, "m"),
  );
});

test("a number that may be a patient's can be neither copied nor mailed", async (t) => {
  const page = await open(t);
  await typeScan(page, unknown);
  await openForm(page);
  await page.getByLabel("What the box says").fill("Box of 943 476 5919");
  assert.match(await textOf(page.locator(".report .callout")), /may be an NHS number/);
  assert.equal(await page.locator(".report .primary, .report a").count(), 0);
  await page.getByLabel("What the box says").fill("Box");
  assert.equal(await page.locator(".report .primary").count(), 1);
});

test("a report about demonstration data has no receiver", async (t) => {
  const page = await open(t);
  await typeScan(page, unknown);
  await openForm(page);
  assert.match(
    await textOf(page.locator(".report")),
    /demonstration data, so there is nobody to send the report to/,
  );
  assert.equal(await page.locator(".report a").count(), 0);
});

test("a mail link has exactly the text of the report, and the page follows none by itself", async (t) => {
  const { server: own } = await servePage(t, { demo: false });
  const page = await openPage(t, browser, own.origin, CLIPBOARD);
  await typeScan(page, plain.gtin);
  await openForm(page);
  await page.getByLabel("What the box says").fill("50 % of “a” & b?#=+");
  const href = await page.getByRole("link", { name: /^Mail to NHSBSA/ }).getAttribute("href");
  const { pathname, searchParams } = new URL(href);
  assert.deepEqual(
    [pathname, searchParams.get("subject")],
    ["nhsbsa.dmdenquiries@nhs.net", "The box says something else: barcode report"],
  );
  const body = decodeURIComponent(href.split("&body=")[1]);
  assert.equal(body, (await preview(page).textContent()).replaceAll("\n", "\r\n"));
  assert.match(await textOf(page.locator(".report ul")), /This report is not a Yellow Card/);
  const site = page.getByRole("link", { name: "the Yellow Card site" });
  assert.equal(
    await site.getAttribute("href"),
    "https://yellowcard.mhra.gov.uk/defectivemedicines",
  );
  assert.deepEqual(
    own.requests.filter(({ method }) => method !== "GET"),
    [],
  );
});

test("a report works offline", async (t) => {
  const { server: own } = await servePage(t);
  const page = await openPage(t, browser, own.origin, { ...CLIPBOARD, expectErrors: true });
  await inControl(page);
  await page.context().setOffline(true);
  await typeScan(page, unknown);
  await openForm(page);
  await button(page, "Copy report").click();
  await page.locator(".toast", { hasText: "Report copied" }).waitFor();
  assert.match(await copied(page), new RegExp(`^GTIN: ${unknown}$`, "m"));
});

test("the browser's share gets the text", async (t) => {
  const page = await open(t);
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      globalThis.shared = data;
    };
  });
  await reload(page);
  await typeScan(page, unknown);
  await openForm(page);
  await button(page, "Share report").click();
  assert.deepEqual(await page.evaluate(() => globalThis.shared), {
    text: await preview(page).textContent(),
  });
});

for (const [colorScheme, inScheme] of colorSchemes) {
  for (const width of [390, 1280]) {
    const when = width === 390 ? inScheme : inWhole;
    test(
      `axe finds no violation with the form open, ${colorScheme}, ${width} wide`,
      when,
      async (t) => {
        const { server: own } = await servePage(t, { demo: false });
        const page = await openPage(t, browser, own.origin, {
          colorScheme,
          viewport: { width, height: 844 },
          reducedMotion: "reduce",
          bypassCSP: true,
        });
        for (const code of [
          `]d201${toGtin14(plain.gtin)}17311231\x1d10AB12\x1d21SN34`,
          reused.gtin,
          unknown,
          "]d2[)>06\x1d9N110375286414",
        ]) {
          await typeScan(page, code);
          await openForm(page);
          await assertAccessible(page, code);
          await assertFits(page, code);
        }
        const folder = process.env.SCREENSHOTS;
        if (folder)
          await page.screenshot({
            path: `${folder}/report-${colorScheme}-${width}.png`,
            fullPage: true,
          });
      },
    );
  }
}
