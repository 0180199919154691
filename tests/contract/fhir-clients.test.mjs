// Sends requests to `serve` with FHIR clients that others wrote: fhirclient and fhirpy (Python),
// and fhir-kit-client (Node). FHIR_PYTHON and FHIR_PACKAGES name a Python and a node_modules with
// them. Without these, they are installed.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { paths, root } from "../../scripts/common/project.mjs";
import { prepareFhirModels, prepareFhirPackages } from "../../scripts/setup/tools.mjs";
import { startServing } from "../npm/serving.mjs";

const { FHIR_PYTHON, FHIR_PACKAGES } = process.env;
const python = FHIR_PYTHON ? { program: FHIR_PYTHON } : prepareFhirModels();
const packages = FHIR_PACKAGES ? { program: FHIR_PACKAGES } : prepareFhirPackages();

const STOCKINGS = "https://dmd.nhs.uk|95220201000001103";
const PACKS = 45;
const REUSED = "https://www.gs1.org/gtin|9520000000035";

const service = await startServing({ dataset: paths.testDataset });
after(() => service.stop());
const base = `${service.origin}/fhir`;

test("fhirclient and fhirpy read every page, expand a value set, and validate a code", {
  skip: python.missing,
}, async () => {
  const script = join(root, "tests", "contract", "fhir_clients.py");
  const { stdout } = await promisify(execFile)(python.program, [script, base, STOCKINGS], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  for (const [client, { packs, expanded, is_valid }] of Object.entries(JSON.parse(stdout))) {
    assert.equal(new Set(packs).size, PACKS, `${client}: ${packs.length}`);
    assert.deepEqual(expanded, ["95220071000001103"], client);
    assert.equal(is_valid, true, client);
  }
});

describe("fhir-kit-client", { skip: packages.missing }, () => {
  let client;
  before(async () => {
    const { Client } = await import(
      pathToFileURL(join(packages.program, "fhir-kit-client", "dist", "index.js"))
    );
    client = new Client({ baseUrl: base });
  });

  test("reads every page", async () => {
    const ids = [];
    for (
      let bundle = await client.search({
        resourceType: "Medication",
        searchParams: { code: STOCKINGS, _count: 20 },
      });
      bundle;
      bundle = await client.nextPage({ bundle })
    ) {
      ids.push(...bundle.entry.map(({ resource }) => resource.id));
    }
    assert.equal(new Set(ids).size, PACKS);
    assert.equal(ids.length, PACKS);
  });

  test("searches with a form", async () => {
    const { total, entry } = await client.search({
      resourceType: "Medication",
      searchParams: { code: REUSED },
      options: { postSearch: true },
    });
    assert.equal(total, 2);
    assert.equal(entry[2].resource.issue[0].code, "multiple-matches");
  });

  test("follows a fullUrl", async () => {
    const { entry } = await client.search({
      resourceType: "Medication",
      searchParams: { code: REUSED },
    });
    const { id } = await client.request(entry[0].fullUrl);
    assert.equal(id, entry[0].resource.id);
  });

  for (const method of ["GET", "POST"]) {
    test(`calls an operation with ${method}`, async () => {
      const parameter = [
        { name: "system", valueUri: "https://dmd.nhs.uk" },
        { name: "code", valueCode: "95220031000001100" },
      ];
      const asQuery = { system: "https://dmd.nhs.uk", code: "95220031000001100" };
      const input = method === "GET" ? asQuery : { resourceType: "Parameters", parameter };
      const found = await client.operation({
        name: "$lookup",
        resourceType: "CodeSystem",
        method,
        input,
      });
      assert.equal(found.parameter[2].valueString, "Lormetazepam 1mg tablets");
    });
  }

  for (const method of ["GET", "POST"]) {
    test(`expands a value set and validates a code with ${method}`, async () => {
      const url = "https://dmd.nhs.uk/ValueSet/VMP";
      const ask = (name, fields) => {
        const parameter = Object.entries(fields).map(([name, [key, value]]) => ({
          name,
          [key]: value,
        }));
        const query = Object.fromEntries(
          Object.entries(fields).map(([name, [, value]]) => [name, value]),
        );
        const input = method === "GET" ? query : { resourceType: "Parameters", parameter };
        return client.operation({ name, resourceType: "ValueSet", method, input });
      };
      const { expansion } = await ask("$expand", {
        url: ["valueUri", url],
        filter: ["valueString", "cetirizine"],
        count: ["valueInteger", 5],
      });
      assert.deepEqual(
        expansion.contains.map(({ code }) => code),
        ["95220071000001103"],
      );
      const { parameter } = await ask("$validate-code", {
        url: ["valueUri", url],
        system: ["valueUri", "https://dmd.nhs.uk"],
        code: ["valueCode", "95220071000001103"],
      });
      assert.equal(parameter[0].valueBoolean, true);
    });
  }

  test("sends a batch", async () => {
    const body = {
      resourceType: "Bundle",
      type: "batch",
      entry: [
        { request: { method: "GET", url: "ValueSet/VMP" } },
        { request: { method: "GET", url: "Medication/1" } },
      ],
    };
    const { entry } = await client.batch({ body });
    assert.deepEqual(
      entry.map(({ response }) => response.status),
      ["200", "404"],
    );
  });

  test("reads and finds value sets, and the terminology capabilities", async () => {
    const one = await client.read({ resourceType: "ValueSet", id: "VTM" });
    assert.equal(one.url, "https://dmd.nhs.uk/ValueSet/VTM");
    const { total } = await client.search({
      resourceType: "ValueSet",
      searchParams: { url: one.url },
    });
    assert.equal(total, 1);
    const { resourceType } = await client.request("metadata?mode=terminology");
    assert.equal(resourceType, "TerminologyCapabilities");
  });

  test("reads the capability statement", async () => {
    const { implementation } = await client.capabilityStatement();
    assert.equal(implementation.url, base);
  });
});

test("a body over the limit is refused, and the server goes on", async () => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const { status, body } = await service.ask("/fhir/Medication/_search", {
    method: "POST",
    headers,
    body: `code=9520000000011&a=${"b".repeat(100_000)}`,
  });
  assert.equal(status, 413, body);
  assert.equal((await service.ask("/fhir/metadata")).status, 200);
});

test("links have the scheme that a proxy reports, and the host that it keeps", async () => {
  const linked = async (headers) =>
    JSON.parse((await service.ask("/fhir/metadata", { headers })).body).implementation.url;
  assert.equal(
    await linked({ Host: "packs.example.org", "X-Forwarded-Proto": "https" }),
    "https://packs.example.org/fhir",
  );
  assert.equal(
    await linked({ Host: "packs.example.org", "X-Forwarded-Proto": "gopher" }),
    "http://packs.example.org/fhir",
  );
  assert.equal(await linked({ "X-Forwarded-Host": "other.example" }), base);
  assert.equal(await linked({ Host: "a b" }), undefined);
});

test("a server may have a fixed origin", async () => {
  const fixed = await startServing({ dataset: paths.testDataset }, undefined, {
    env: { PACK_LOOKUP_ORIGIN: "https://packs.example.org" },
  });
  const { body } = await fixed.ask("/fhir/metadata", { headers: { Host: "other.example" } });
  await fixed.stop();
  assert.equal(JSON.parse(body).implementation.url, "https://packs.example.org/fhir");
});
