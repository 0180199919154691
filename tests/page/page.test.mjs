// Tests the page without a camera: what people do, and what they see.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { colorSchemes, inWhole } from "../common/whole.mjs";
import { symbol } from "./clips.mjs";
import {
  discontinued,
  toGtin14,
  mistyped,
  outer,
  packs,
  plain,
  reused,
  unknown,
} from "./codes.mjs";
import {
  assertAccessible,
  assertFits,
  coveredStops,
  hiddenIn,
  misnamed,
} from "./accessibility.mjs";
import {
  announcementsOf,
  launch,
  openPage,
  openView,
  recordAnnouncements,
  reload,
  resultName,
  returningVisitor,
  serve,
  textOf,
  typeScan,
} from "./driver.mjs";

const { origin } = await serve();
const browser = await launch();
const again = await returningVisitor(browser, origin);
const open = (t, options) => (options ? openPage(t, browser, origin, options) : again(t));
const query = (page) => page.getByLabel("Barcode number or name");

test("a hand scanner works with the focus anywhere, Ctrl+] as separator", async (t) => {
  const page = await open(t);
  const code = `]d201${toGtin14(plain.gtin)}10AB12\x1d17991231\x1d21SN34`;
  await typeScan(page, code);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  const box = await textOf(page.locator(".on-box"));
  for (const part of ["AB12", "SN34", "31 Dec"]) assert.ok(box.includes(part), `${part} in ${box}`);
});

test("a hand scan replaces the text in the search field", async (t) => {
  const page = await open(t);
  await query(page).fill("amlo");
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.equal(await query(page).inputValue(), plain.gtin);
});

test("previews the packs of a typed code with every warning", async (t) => {
  const page = await open(t);
  await query(page).fill(reused.gtin);
  assert.match(await textOf(resultName(page)), /used for different (products|medicines)/);
  assert.equal(
    await page.evaluate(() => document.activeElement.id),
    "query",
    "the person can continue typing",
  );
  await openView(page, "History");
  assert.equal(await page.locator(".history .hit").count(), 0);
});

test("two barcodes in one picture are both shown, and the person chooses", async (t) => {
  const page = await open(t);
  const [left, right] = [plain, discontinued].map(({ gtin }) => ({
    bcid: "ean13",
    text: in13(gtin),
    scale: 3,
  }));
  await paste(page, await sideBySide(page, await symbol(left), await symbol(right)));
  assert.match(await textOf(resultName(page)), /2 different codes in view/);
  await page.getByRole("button", { name: in13(plain.gtin) }).click();
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("a marketing code never replaces the code of a pack", async (t) => {
  const page = await open(t);
  await typeScan(page, plain.gtin);
  await paste(page, await symbol({ bcid: "qrcode", text: "https://example.org/win", scale: 6 }));
  assert.match(await textOf(page.locator(".toast")), /not a pack code: https:\/\/example.org\/win/);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("a hand scan with the focus in the field causes one announcement", async (t) => {
  const page = await open(t);
  await query(page).focus();
  await recordAnnouncements(page);
  await typeScan(page, plain.gtin);
  await resultName(page).waitFor();
  // Announcements of typing wait for a pause of 700 ms.
  await page.waitForTimeout(1000);
  const announced = await announcementsOf(page);
  assert.equal(announced.length, 1, JSON.stringify(announced));
  assert.ok(announced[0].text.includes(plain.pack.name));
});

test("slow typing is not read as a hand scan", async (t) => {
  const page = await open(t);
  await typeScan(page, plain.gtin, { gapMs: 80 });
  assert.equal(await resultName(page).count(), 0);
});

test("an incomplete scan is not looked up, and leaves the search field empty", async (t) => {
  const page = await open(t);
  await query(page).fill("amlo");
  await typeScan(page, plain.gtin, { stalls: { 5: 900 } });
  assert.equal(await query(page).inputValue(), "amlo");
  assert.equal(await resultName(page).count(), 0);
});

test("finds a pasted code with invisible characters, and has its address", async (t) => {
  const page = await open(t);
  await query(page).fill(`\u200b${plain.gtin.slice(0, 7)}\u2060${plain.gtin.slice(7)}\ufeff`);
  await query(page).press("Enter");
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  assert.match(page.url(), /#\/pack\//);
});

test("forced colours show the current view", async (t) => {
  const page = await open(t, { forcedColors: "active" });
  const edges = await page
    .locator("nav a")
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).borderBottomColor));
  const [current, ...others] = edges;
  assert.ok(!others.includes(current), edges.join());
});

test("a discontinued pack shows its status in words", async (t) => {
  const page = await open(t);
  await typeScan(page, discontinued.gtin);
  assert.match(
    await textOf(page.locator(".result > .status")),
    /^(Discontinued on|Marked invalid)/,
  );
});

test("an expired pack is red and interrupts the screen reader", async (t) => {
  const page = await open(t);
  await typeScan(page, `]d201${toGtin14(plain.gtin)}17200131`);
  assert.match(
    await textOf(page.locator(".callout.danger")),
    /^Expired .* ago, on 31 January 2020$/,
  );
  assert.match(await announced(page, "assertive"), /^Expired/);
});

test("a re-used code shows a warning and every pack with its period, and opens none", async (t) => {
  const page = await open(t);
  await typeScan(page, reused.gtin);
  assert.match(await textOf(resultName(page)), /used for different (products|medicines)/);
  const names = new Set(packs.uses(reused.gtin).map(({ pack }) => pack.name));
  assert.equal(await page.locator(".choices li").count(), names.size);
  for (const when of await page.locator(".choices .when").all())
    assert.match(await textOf(when), /\d{4}/);
  assert.match(await announced(page, "assertive"), /^Warning/);
  await page.getByRole("button", { name: "This is my box" }).last().click();
  assert.ok(names.has(await textOf(resultName(page))));
  assert.match(await textOf(page.locator(".callout")), /You chose this from/);
});

test("an unknown code shows whether its check digit is wrong, and what to do next", async (t) => {
  const page = await open(t);
  await typeScan(page, mistyped);
  const text = await textOf(page.locator(".unknown"));
  assert.match(text, /check digit is wrong.*Read the number again/);
  assert.ok(!text.includes(unknown), "proposes no code");
  await typeScan(page, unknown);
  assert.match(await textOf(page.locator(".unknown")), /check digit is right.*This data has/);
  await page.getByRole("button", { name: "Search by name" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "query");
});

test("shows the content of an unsupported code", async (t) => {
  const page = await open(t);
  const text = "]d2[)>06\x1d9N110375286414\x1dDT241231";
  await typeScan(page, plain.gtin);
  await typeScan(page, text);
  const card = await textOf(page.locator(".unknown"));
  assert.match(
    card,
    /cannot be looked up.*No known AI at position 1\..*Code: \]d2\[\)>06␝9N110375286414␝DT241231/,
  );
  assert.ok(
    !card.includes(plain.pack.name) && !(await page.locator(".on-box").count()),
    "the previous pack is not shown",
  );
});

test("without a camera, the page names the other inputs", async (t) => {
  const page = await open(t);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  assert.match(
    await textOf(page.locator("pack-scanner [role=alert]")),
    /No camera|not allowed to use the camera/,
  );
  await page.getByText("You can still type").waitFor();
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("a denied camera shows what to do", async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  assert.match(
    await textOf(page.locator("pack-scanner [role=alert]")),
    /not allowed to use the camera.*Allow the camera/,
  );
});

test("a black picture shows a hint", inWhole, async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 360 });
      const context = canvas.getContext("2d");
      setInterval(() => context.fillRect(0, 0, 640, 360), 50);
      return canvas.captureStream(20);
    };
  });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  for (const place of [".hint", "pack-scanner [role=status]"])
    await page.locator(place, { hasText: "The picture is black" }).waitFor();
});

test("the first use of the page opens the sound device once, without a sound", async (t) => {
  assert.deepEqual(await playedAtFirstUse(await open(t)), ["silence"]);
});

test("another browser than Chromium plays no silence", async (t) => {
  const page = await open(t);
  await page.addInitScript(() => delete Navigator.prototype.userAgentData);
  await reload(page);
  assert.deepEqual(await playedAtFirstUse(page), []);
});

async function playedAtFirstUse(page) {
  await page.evaluate(() => {
    const { play } = Audio.prototype;
    window.played = [];
    Audio.prototype.play = function () {
      const result = play.call(this);
      window.played.push(result.then(() => (this.muted ? "silence" : "a sound")));
      return result;
    };
  });
  await page.getByLabel("Barcode number or name").press("a");
  await openView(page, "About");
  return page.evaluate(() => Promise.all(window.played));
}

test("reads a picture of a barcode", async (t) => {
  const page = await open(t);
  for (const [entry, bcid, text] of [
    [plain, "ean13", plain.gtin],
    [outer, "itf14", outer.gtin],
    [discontinued, "qrcode", `https://id.example.org/01/${toGtin14(discontinued.gtin)}`],
  ]) {
    const buffer = await symbol({ bcid, text, scale: 4 });
    await page.locator("#image").setInputFiles({ name: "box.png", mimeType: "image/png", buffer });
    await resultName(page)
      .filter({ hasText: entry.pack.name.split(" (")[0] })
      .waitFor();
    assert.equal(await textOf(resultName(page)), entry.pack.name);
  }
});

test("reads a pasted picture, and reports one without a barcode", async (t) => {
  const page = await open(t);
  await paste(
    page,
    await symbol({ bcid: "gs1datamatrix", text: `(01)${toGtin14(plain.gtin)}(10)X1`, scale: 6 }),
  );
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  await paste(page, readFileSync(new URL("../../www/public/icon-192.png", import.meta.url)));
  // A page with the reader of print offers it in place of the notice.
  assert.match(await textOf(page.locator(".toast, #print-title")), /No barcode found/);
});

test("release, age and the demonstration label are always visible", async (t) => {
  const page = await open(t);
  assert.match(await textOf(page.locator(".strip")), /Demonstration data.* old.*dm\+d/);
  for (const [width, height] of [
    [1280, 900],
    [844, 390],
    [390, 844],
    [320, 640],
  ]) {
    await page.setViewportSize({ width, height });
    const parts = [".strip .tag", ".strip .age", ".strip .release"];
    assert.deepEqual(await hiddenIn(page, parts), [], `${width} × ${height}`);
  }
});

test("the keyboard opens what the strip means, and can scroll it", async (t) => {
  const page = await open(t);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.locator(".strip summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const focused = await page.evaluate(() => {
    const { localName, ariaLabel } = document.activeElement;
    return [localName, ariaLabel];
  });
  assert.deepEqual(focused, ["ul", "What this means"]);
});

test("the picture of the camera has a name", async (t) => {
  const page = await open(t);
  await page.locator("pack-scanner:defined").waitFor();
  const name = await page.evaluate(
    () => document.querySelector("pack-scanner").shadowRoot.querySelector("video").ariaLabel,
  );
  assert.equal(name, "Live picture");
});

test("a notice that is nowhere else stays until it is hidden, and covers no focus", async (t) => {
  const page = await open(t);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.clock.install();
  await typeScan(page, plain.gtin);
  await resultName(page).waitFor();
  await paste(page, await symbol({ bcid: "qrcode", text: "https://example.org/win", scale: 6 }));
  await page.locator(".toast").waitFor();
  await page.clock.fastForward(60_000);
  await query(page).focus();
  assert.deepEqual(await coveredStops(page, ".toast"), []);
  await page.locator(".toast").getByRole("button", { name: "Hide this notice" }).press("Enter");
  assert.equal(await page.locator(".toast").count(), 0);
});

test("fits 320 pixels, with targets 44 pixels high, each named by its words", async (t) => {
  // While a card animates, its 44 pixels measure 43.999996.
  const page = await open(t, { viewport: { width: 320, height: 640 }, reducedMotion: "reduce" });
  for (const step of views(page)) {
    await step();
    await assertFits(page);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(await misnamed(page), []);
  }
});

for (const [colorScheme, when] of colorSchemes) {
  test(`axe finds no violation in any view, ${colorScheme}`, when, async (t) => {
    const page = await open(t, { colorScheme, reducedMotion: "reduce", bypassCSP: true });
    for (const step of views(page)) {
      await step();
      await assertAccessible(page);
    }
  });
}

/** Shows the filters, which are behind a button. */
const narrow = (page) => page.getByRole("button", { name: "Filter" }).click();

/** Opens every view of the page. */
function views(page) {
  return [
    async () => {},
    () =>
      typeScan(page, `]d201${toGtin14(plain.gtin)}17200131\x1d10AB12\x1d21SN34`).then(() =>
        resultName(page).waitFor(),
      ),
    () => typeScan(page, reused.gtin).then(() => page.locator(".choices").waitFor()),
    () => typeScan(page, mistyped).then(() => page.locator(".unknown").waitFor()),
    () => page.getByRole("button", { name: "Report this code" }).click(),
    () => query(page).fill("a"),
    () =>
      query(page)
        .fill("sodium")
        .then(() => page.locator(".group").first().click()),
    () => narrow(page).then(() => page.locator(".chips button").first().click()),
    () => openView(page, "History"),
    () => page.getByRole("button", { name: "Counts" }).click(),
    () => openView(page, "About"),
    ...viewsOfRecalls(page),
    () => lookAgain(page),
    () => startKiosk(page),
  ];
}

/** Opens the view of recalls: a refused text, one to check, and the lists with one deleted. */
function viewsOfRecalls(page) {
  const button = (name) => page.getByRole("button", { name });
  const read = async (text) => {
    await page.getByLabel("Text of the recall").fill(text);
    await button("Read the text").click();
  };
  const use = async (text) => {
    await read(text);
    await button("Watch these batches").click();
  };
  return [
    async () => {
      await openView(page, "Stock-take");
      await page.getByRole("link", { name: "Watch for the batches of a recall" }).click();
      await read("");
      await page.getByText("Paste the text of the recall", { exact: false }).last().waitFor();
    },
    () =>
      read(
        `Recall\nGTIN ${toGtin14(plain.gtin)}\nBatches AB10 to AB20\nBatch: CD34\nLot no: see the crimp`,
      ),
    async () => {
      await button("Watch these batches").click();
      await use("Another recall\nBatch: EF56");
      await page
        .getByRole("button", { name: /^Delete the list/ })
        .first()
        .click();
      await button("Undo").waitFor();
    },
  ];
}

/** Opens the second look at a pack that an unknown code is tied to. */
async function lookAgain(page) {
  await typeScan(page, unknown);
  await page.getByRole("button", { name: "Remember which pack this is" }).click();
  await query(page).fill(plain.pack.name);
  await query(page).press("Enter");
  await page.getByRole("button", { name: "Remember this pack" }).click();
  await page.locator(".second-look").waitFor();
}

async function startKiosk(page) {
  await page.getByRole("link", { name: "About Pack Lookup" }).click();
  await page.getByRole("button", { name: "Start kiosk mode" }).click();
  await typeScan(page, plain.gtin);
  await resultName(page).waitFor();
}

function smallTargets(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("button, select, nav a, .button, .toggle, .brand")]
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML),
  );
}

const in13 = (gtin) => gtin.slice(-13);

/** Joins pictures side by side. */
async function sideBySide(page, ...pngs) {
  const dataUrl = await page.evaluate(
    async (pngs) => {
      const bitmaps = await Promise.all(
        pngs.map((bytes) => createImageBitmap(new Blob([new Uint8Array(bytes)]))),
      );
      const [gap, height] = [120, Math.max(...bitmaps.map((bitmap) => bitmap.height)) + 120];
      const width = bitmaps.reduce((sum, bitmap) => sum + bitmap.width + gap, gap);
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      context.fillStyle = "#ffffff";
      context.fillRect(0, 0, width, height);
      let x = gap;
      for (const bitmap of bitmaps) {
        context.drawImage(bitmap, x, gap / 2);
        x += bitmap.width + gap;
      }
      return canvas.toDataURL();
    },
    pngs.map((png) => [...png]),
  );
  return Buffer.from(dataUrl.split(",")[1], "base64");
}

/** The next text of a live region. */
async function announced(page, politeness) {
  const region = page.locator(`#announce-${politeness}`);
  await page.waitForFunction(
    (id) => document.getElementById(id).textContent !== "",
    `announce-${politeness}`,
  );
  return region.textContent();
}

function paste(page, png) {
  return page.evaluate(
    ([bytes]) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], "box.png", { type: "image/png" }));
      document.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [[...png]],
  );
}
