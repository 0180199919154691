// Tests a person's own notes in the browser: from an unknown code over the second look to the next
// scan, offline, in files, and with hostile texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plain, toGtin14, unknown } from "./codes.mjs";
import { coveredStops } from "./accessibility.mjs";
import {
  downloaded,
  launch,
  leaveAtOnce,
  openPage,
  openView,
  reload,
  resultName,
  returningVisitor,
  serve,
  textOf,
  type,
  typeScan,
} from "./driver.mjs";
import { visitPage } from "./visit.mjs";

const { origin } = await serve();
const browser = await launch();
const open = await returningVisitor(browser, origin);

const card = (page) => page.locator(".answer article .own-note");
const button = (page, name) => page.getByRole("button", { name });
const list = (page) => page.locator(".notes .list .own-note");

/** Fills the form that ties the unknown code to a pack, as a person does. */
async function fillNote(page, { remark = "" } = {}) {
  await typeScan(page, unknown);
  await button(page, "Remember which pack this is").click();
  await type(page, plain.pack.name);
  await button(page, "Remember this pack").click();
  for (const box of await page.locator(".second-look input[type=checkbox]").all())
    await box.check();
  await page.getByLabel("Last four digits of the code").fill(unknown.slice(-4));
  if (remark) await page.getByLabel("Remark").fill(remark);
}

async function tie(page, values) {
  await fillNote(page, values);
  await button(page, "Save the note").click();
  await card(page).waitFor();
}

test("an unknown code is tied to a pack after a second look, and the next scan warns of the note", async (t) => {
  const page = await open(t);
  await tie(page);
  await typeScan(page, plain.gtin);
  await resultName(page)
    .filter({ hasText: plain.pack.name.split(" (")[0] })
    .waitFor();
  await typeScan(page, `]d201${toGtin14(unknown)}10AB12`);
  assert.match(
    await textOf(page.locator(".unknown")),
    new RegExp(`No pack has this code ?${unknown}`),
  );
  assert.equal(await textOf(resultName(page)), unknown, "the pack of the note is not the answer");
  const text = await textOf(card(page));
  assert.match(text, /^Your note of .*, not dm\+d\. Ends /);
  assert.ok(text.includes(plain.pack.name.split(" (")[0]));
  assert.equal(
    await card(page).evaluate((element) => getComputedStyle(element).borderStyle),
    "dashed",
  );
  await page.waitForFunction(() =>
    /^Warning: Your note of .*, not dm\+d/.test(
      document.querySelector("#announce-assertive").textContent,
    ),
  );
  assert.equal(await button(page, "Remember which pack this is").count(), 0);
  await openView(page, "History");
  assert.match(
    await textOf(page.locator(".history .hit").first()),
    /No pack has this code.*Your note: .*Your note, not dm\+d/,
  );
});

test("the second look saves nothing before each part is ticked and the digits are right", async (t) => {
  const page = await open(t);
  await typeScan(page, unknown);
  await button(page, "Remember which pack this is").click();
  await type(page, plain.pack.name);
  await button(page, "Remember this pack").click();
  const form = page.locator(".second-look");
  await form.waitFor();
  await button(page, "Save the note").click();
  assert.equal(await form.evaluate((element) => element.checkValidity()), false);
  for (const box of await form.locator("input[type=checkbox]").all()) await box.check();
  await page.getByLabel("Last four digits of the code").fill("1234");
  await button(page, "Save the note").click();
  assert.match(await textOf(form.getByRole("alert")), /not those of the code/);
  await button(page, "Cancel").click();
  await openView(page, "History");
  assert.equal(await list(page).count(), 0);
});

for (const [width, height] of [
  [390, 800],
  [844, 390],
]) {
  test(`the question of a note covers no result that has the focus, ${width} × ${height}`, async (t) => {
    const page = await open(t);
    await page.setViewportSize({ width, height });
    await typeScan(page, unknown);
    await button(page, "Remember which pack this is").click();
    await page.getByLabel("Barcode number or name").fill("tablets");
    await page.locator(".hits").waitFor();
    assert.deepEqual(await coveredStops(page, ".tying"), []);
  });
}

test("a note is kept offline, and its end date changes only within 24 months", async (t) => {
  const { page, server } = await visitPage(t, browser);
  await tie(page);
  await server.stop();
  await reload(page);
  await typeScan(page, unknown);
  assert.match(await textOf(card(page)), /Your note of/);
  await openView(page, "History");
  const end = list(page).locator("input[type=date]");
  const [before, latest] = [await end.inputValue(), await end.getAttribute("max")];
  await end.fill(latest);
  assert.equal(await end.inputValue(), latest);
  await end.fill("2099-01-01");
  await end.blur();
  assert.match(await textOf(page.locator(".notes").getByRole("alert")), /at most 24 months/);
  assert.equal(await end.inputValue(), latest);
  assert.notEqual(before, latest);
});

test("a note is kept when the page closes in the moment of its saving", async (t) => {
  const page = await open(t);
  await fillNote(page);
  await leaveAtOnce(page, button(page, "Save the note"));
  await openView(page, "History");
  await list(page).waitFor();
});

test("the end date is typed key by key, and an unfinished one is not stored", async (t) => {
  const page = await open(t);
  await tie(page);
  await openView(page, "History");
  const end = list(page).locator("input[type=date]");
  const [before, latest] = [await end.inputValue(), await end.getAttribute("max")];
  const [year, month, day] = latest.split("-");
  await end.focus();
  // The browser's language decides the order of the parts, English of the United States.
  await page.keyboard.type(`${month}${day}${year}`);
  assert.equal(await end.inputValue(), latest);
  const leaveAndReturn = async () => {
    await page.getByRole("link", { name: "Look up", exact: true }).click();
    await openView(page, "History");
  };
  await leaveAndReturn();
  assert.equal(await end.inputValue(), latest);
  assert.notEqual(before, latest);
  await end.focus();
  await page.keyboard.press("Backspace");
  assert.equal(await end.inputValue(), "", "a part is missing");
  await leaveAndReturn();
  assert.equal(await end.inputValue(), latest);
});

test("notes are exported, deleted with undo, and imported after a second look", async (t) => {
  const page = await open(t);
  await tie(page, { remark: "shelf 3" });
  await openView(page, "History");
  const { bytes } = await downloaded(page, button(page, "Export notes (JSON)"));
  assert.equal(JSON.parse(bytes).notes[0].gtin, toGtin14(unknown));

  await button(page, `Delete the note for ${toGtin14(unknown)}`).click();
  await list(page).waitFor({ state: "detached" });
  await button(page, "Undo").click();
  await list(page).waitFor();
  await button(page, `Delete the note for ${toGtin14(unknown)}`).click();
  await list(page).waitFor({ state: "detached" });

  await page
    .locator("#notes-file")
    .setInputFiles({ name: "notes.json", mimeType: "application/json", buffer: bytes });
  await page.getByLabel("I have read each code and each name").check();
  await button(page, "Import these notes").click();
  assert.match(await textOf(list(page)), /shelf 3/);
  await reload(page);
  await typeScan(page, unknown);
  assert.match(await textOf(card(page)), /Your remark: shelf 3/);
});

test("hostile texts of a note stay texts", async (t) => {
  const page = await openPage(t, browser, origin, { viewport: { width: 320, height: 640 } });
  const ran = [];
  await page.exposeFunction("ran", (what) => ran.push(what));
  const remark = `<img src=x onerror=ran(1)>\u202e${"W".repeat(120)}`;
  await tie(page, { remark });
  const isHarmless = async (what) => {
    const { markup, width, turned } = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const turned = [];
      while (walker.nextNode())
        if (walker.currentNode.data.includes("\u202e"))
          turned.push(walker.currentNode.parentElement.localName);
      return {
        markup: document.querySelectorAll("img[src=x], [onerror]").length,
        width: document.documentElement.scrollWidth,
        turned,
      };
    });
    assert.deepEqual([markup, width, [...new Set(turned)]], [0, 320, ["bdi"]], what);
  };
  await isHarmless("the answer");
  await openView(page, "History");
  await list(page).waitFor();
  await isHarmless("the list");
  const hostile = {
    kind: "pack-lookup-notes",
    version: 1,
    notes: [{ gtin: "<img src=x onerror=ran(2)>", "<img src=x onerror=ran(3)>": 1 }],
  };
  await page.locator("#notes-file").setInputFiles({
    name: "notes.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(hostile)),
  });
  await page.getByText("1 note cannot be imported").waitFor();
  await isHarmless("the review of a file");
  assert.deepEqual(ran, []);
});

test("kiosk mode neither shows nor makes notes", async (t) => {
  const page = await open(t);
  await tie(page);
  await page.getByRole("link", { name: "About Pack Lookup" }).click();
  await button(page, "Start kiosk mode").click();
  await typeScan(page, unknown);
  assert.match(await textOf(page.locator(".unknown")), /No pack has this code/);
  assert.equal(await page.locator(".own-note").count(), 0);
  assert.equal(await button(page, "Remember which pack this is").count(), 0);
});
