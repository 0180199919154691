// Tests pictures that another app shares with the installed page. The browser sends them as a form,
// which the service worker receives.
import assert from "node:assert/strict";
import { test } from "node:test";
import { symbol } from "./clips.mjs";
import { discontinued, plain } from "./codes.mjs";
import { launch, openPage, openView, resultName, textOf } from "./driver.mjs";
import { inControl, servePage } from "./visit.mjs";

const browser = await launch();

/**
 * A page under the control of its service worker. The form of a share is not subject to the
 * page's policy, so the policy is off.
 */
async function installed(t) {
  const { server } = await servePage(t);
  const page = await openPage(t, browser, server.origin, { bypassCSP: true });
  await inControl(page);
  server.requests.length = 0;
  return { page, server };
}

const picture = async ({ gtin }) =>
  (await symbol({ bcid: "ean13", text: gtin, scale: 4 })).toString("base64");

/**
 * Sends pictures as the browser sends shared ones: as a navigation with a form. The manifest names
 * the address and the field.
 */
async function share(page, pictures) {
  await page.evaluate(async (pictures) => {
    const {
      share_target: { action, method, enctype, params },
    } = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
    const files = new DataTransfer();
    for (const base64 of pictures)
      files.items.add(
        new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], "box.png", {
          type: "image/png",
        }),
      );
    const form = Object.assign(document.createElement("form"), { action, method, enctype });
    const input = Object.assign(document.createElement("input"), {
      type: "file",
      name: params.files[0].name,
      multiple: true,
    });
    form.append(input);
    input.files = files.files;
    document.body.append(form);
    form.submit();
  }, pictures);
  await page.waitForURL(({ pathname }) => pathname === "/");
}

/** The addresses in all caches. */
const cachedAddresses = (page) =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return all.flat().map(({ url }) => new URL(url).pathname);
  });

test("reads the code in a shared picture, which reaches neither server nor cache", async (t) => {
  const { page, server } = await installed(t);
  await share(page, [await picture(plain)]);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
  const sent = server.requests.filter(
    ({ method, url }) => method !== "GET" || url.startsWith("/share"),
  );
  assert.deepEqual(sent, []);
  assert.ok(!(await cachedAddresses(page)).includes("/share"));
});

test("reads several shared pictures, and records all of them", async (t) => {
  const { page } = await installed(t);
  await share(page, [await picture(plain), await picture(discontinued)]);
  await resultName(page)
    .filter({ hasText: discontinued.pack.name.split(" (")[0] })
    .waitFor();
  await openView(page, "History");
  assert.equal(await page.locator(".history .hit").count(), 2);
});

test("reads a shared picture once: the next visit shows no warning", async (t) => {
  const { page } = await installed(t);
  await share(page, [await picture(plain)]);
  await resultName(page).waitFor();
  await page.goto(page.url().replace(/#.*/, ""));
  await page.locator(".strip .age").waitFor();
  assert.equal(await page.getByText("did not arrive").count(), 0);
  assert.equal(await taken(page), 0, "the service worker has forgotten the picture");
});

/** The number of pictures that the service worker still has. */
const taken = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data.length);
        navigator.serviceWorker.controller.postMessage({ type: "TAKE_SHARED" }, [port2]);
      }),
  );

const WARNING = "The shared picture did not arrive. Share it again";

test("warns if a form has no picture", async (t) => {
  const { page } = await installed(t);
  await share(page, []);
  await page.locator("#announce-assertive", { hasText: WARNING }).waitFor();
});

test("warns if no service worker has the picture", async (t) => {
  const { server } = await servePage(t);
  const page = await openPage(t, browser, server.origin, {
    serviceWorkers: "block",
    expectErrors: true,
  });
  await page.goto(`${server.origin}/#/shared`);
  await page.reload();
  await page.locator("#announce-assertive", { hasText: WARNING }).waitFor();
});
