// Tests common attacks on a web service, against the Worker and `serve`. The cases are in
// tests/cases/security.
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join, sep } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { assertHeaders, testCases } from "../cases/api.mjs";
import { readCases } from "../cases/read.mjs";
import { paths } from "../../scripts/common/project.mjs";
import { startServing } from "../npm/serving.mjs";
import { startService } from "./service.mjs";

/**
 * Headers of the files of the page, of the pages of packs (found or not), and of the files that
 * other origins may read.
 */
const headersOf = {
  files: {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types lit-html pack-lookup pack-lookup-page",
    ],
    "Permissions-Policy": ["camera=(self)", "microphone=()", "geolocation=()"],
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Access-Control-Allow-Origin": null,
    "Set-Cookie": null,
  },
  pages: {
    "Content-Security-Policy": [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ],
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  },
  data: { "Access-Control-Allow-Origin": "*" },
  "/dataset.json": { "Access-Control-Allow-Origin": "*", "Content-Type": "application/json" },
  "/openapi.json": { "Access-Control-Allow-Origin": "*", "Content-Type": "application/json" },
  "/releases.json": { "Access-Control-Allow-Origin": "*", "Content-Type": "application/json" },
  "/data-quality": {
    "Access-Control-Allow-Origin": "*",
    "Content-Type": "text/html; charset=utf-8",
  },
  "/data-quality.csv": {
    "Access-Control-Allow-Origin": "*",
    "Content-Type": "text/csv; charset=utf-8",
  },
  "/data-quality.json": { "Access-Control-Allow-Origin": "*", "Content-Type": "application/json" },
  "/.well-known/api-catalog": {
    "Access-Control-Allow-Origin": "*",
    "Content-Type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    Link: '</.well-known/api-catalog>; rel="api-catalog"',
  },
};
const PACK =
  "/med/ampp/ampp/paracetamol-500mg-tablets-demo-pharma-ltd-32-tablet-995200000000000013";

/** Headers of proxies, browsers and caches, which change no answer. */
const IGNORED_HEADERS = {
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "gopher",
  "X-Forwarded-Prefix": "/evil.example",
  "X-Original-URL": "/api/gtin/1",
  "X-Rewrite-URL": "/api/gtin/1",
  "X-Host": "evil.example",
  Forwarded: "host=evil.example",
  Host: "evil.example",
  "X-HTTP-Method-Override": "DELETE",
  "X-Method-Override": "DELETE",
  Accept: "text/html",
  "Accept-Language": "de",
  "User-Agent": "evil.example",
  Referer: "https://evil.example/",
  Origin: "https://evil.example",
  Cookie: "a=b",
  "If-Modified-Since": "Thu, 01 Jan 2099 00:00:00 GMT",
  "If-Match": '"x"',
  "Content-Type": "text/html",
  "Transfer-Encoding-X": "chunked",
  Via: "1.1 evil.example",
  "Sec-Fetch-Site": "cross-site",
};

/**
 * FHIR resources and Digital Links have links to the host of the request, and negotiate the format.
 */
const NEGOTIATED = ["Host", "Accept"];

/**
 * `_headers` is not served, the Worker redirects pages to addresses without `.html`, and `.br`
 * files are for the Worker only.
 */
const files = readdirSync(paths.page, { recursive: true })
  .filter(
    (name) =>
      statSync(join(paths.page, name)).isFile() && !/^(_headers|[^/\\]*\.html|.*\.br)$/.test(name),
  )
  .map((name) => `/${name.split(sep).join("/")}`);

/** Headers that change with each response, or describe the connection. */
const CONNECTION_HEADERS = ["connection", "date", "keep-alive", "x-request-id"];
const withoutConnectionHeaders = ({ status, headers, body }) => ({
  status,
  headers: Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name)),
  body,
});

const hosts = {
  "the Worker": startService,
  serve: () => startServing({ dataset: paths.testDataset }),
};

for (const [name, start] of Object.entries(hosts)) {
  describe(name, () => {
    let service;
    before(async () => (service = await start()));
    after(() => service?.stop());
    const send = (target, options) => service.ask(target, options);

    testCases(send, "security/requests.json");
    testCases(send, "security/traversal.json");

    for (const path of ["/", "/docs", "/data-quality", ...files]) {
      test(`the headers of ${path}`, async () => {
        // The page was built with the Worker's dataset; `serve` has another one.
        const { status, headers } = await send(path);
        if (name === "serve" && path.startsWith("/dataset/")) return;
        assert.equal(status, 200);
        const own = path.startsWith("/dataset/") ? headersOf.data : headersOf[path];
        assertHeaders(headers, { ...headersOf.files, ...own });
      });
    }

    for (const path of [
      PACK,
      `${PACK}0`,
      "/med/ampp/ampp/none",
      "/med/gtin/9520000000035",
      "/med/gtin/1",
      "/01/09520000000035",
    ]) {
      test(`the headers of ${path}`, async () =>
        assertHeaders((await send(path)).headers, headersOf.pages));
    }

    for (const target of [
      "/api/about",
      "/api/search?q=para",
      PACK,
      "/api/gtin/1",
      "/no/such/path",
      "/",
      "/fhir/metadata",
      "/fhir/Medication?code=9520000000011",
      "/01/09520000000011",
      "/01/09520000000035?linkType=linkset",
      "/med/gtin/9520000000035",
    ]) {
      test(`no header changes ${target}`, async () => {
        const expected = withoutConnectionHeaders(await send(target));
        for (const [header, value] of Object.entries(IGNORED_HEADERS)) {
          if (/^\/(?:01|fhir)\//.test(target) && NEGOTIATED.includes(header)) continue;
          assert.deepEqual(
            withoutConnectionHeaders(await send(target, { headers: { [header]: value } })),
            expected,
            header,
          );
        }
      });
    }
  });
}

describe("malformed requests", () => {
  let service;
  before(async () => (service = await startServing({ dataset: paths.testDataset })));
  after(() => service?.stop());

  for (const {
    title,
    sent,
    expect: { status, answers },
  } of readCases("security/raw.json")) {
    test(title, async () => {
      const answered = await responsesTo(service, sent);
      const statuses = [...answered.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) =>
        Number(code),
      );
      assert.deepEqual(
        [statuses[0] ?? null, statuses.length],
        [status, answers],
        answered.slice(0, 500),
      );
      assert.doesNotMatch(answered, /X-Injected|secret|evil/i);
    });
  }

  test("responses of serve itself are not cached or sniffed as HTML", async () => {
    for (const target of ["/healthz", `/${"a".repeat(9000)}`]) {
      assertHeaders((await service.ask(target)).headers, {
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
      });
    }
  });
});

/** All bytes until the connection ends, with a timeout for a server that waits for more. */
async function responsesTo({ hostname, port }, bytes) {
  const socket = connect({ host: hostname, port });
  socket.setTimeout(3000, () => socket.end());
  socket.write(Buffer.from(bytes, "latin1"));
  return text(socket.setEncoding("latin1"));
}
