// Validates every FHIR response to the cases with R4's definitions, and with the models of
// fhir.resources. FHIR_PYTHON names a Python with the packages of requirements-fhir.txt, and
// FHIR_PACKAGES a node_modules with the packages of fhir-packages. Without these, they are
// installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { PackLookup } from "../../npm/core.js";
import { readTarget } from "../../npm/serve/answers.js";
import { paths, root } from "../../scripts/common/project.mjs";
import { prepareFhirModels, prepareFhirPackages } from "../../scripts/setup/tools.mjs";
import { filesIn, readCases } from "../cases/read.mjs";

const { FHIR_PYTHON, FHIR_PACKAGES } = process.env;
const { program, missing } = FHIR_PYTHON ? { program: FHIR_PYTHON } : prepareFhirModels();
const packages = FHIR_PACKAGES ? { program: FHIR_PACKAGES } : prepareFhirPackages();
const load = createRequire(join(packages.program ?? root, "any.js"));
const packs = await PackLookup.open(paths.testDataset);
const files = filesIn("api").filter((file) => file.startsWith("api/fhir"));

const wrong = [
  { resourceType: "Medication", status: "active", pack_id: 1 },
  { resourceType: "Medication", status: "active", amount: { numerator: "28" } },
  { resourceType: "Pack" },
  { resourceType: "Bundle" },
];

/**
 * The names and resources of all responses with a resource. The hosts of cases have an
 * origin, and the module has none.
 */
function resources() {
  const answers = [undefined, "http://localhost"].flatMap((origin) =>
    readCases(...files).map(({ name, request }) => [
      `${name}, ${origin}`,
      packs.respond(partsOf(request, origin)),
    ]),
  );
  return answers
    .filter(([, { body }]) => body.length > 0)
    .map(([name, { body }]) => [name, new TextDecoder().decode(body)]);
}

function partsOf({ target, method, headers = {}, body }, origin) {
  return {
    method,
    ...readTarget(target),
    origin,
    accept: headers.Accept,
    prefer: headers.Prefer,
    contentType: headers["Content-Type"],
    body,
  };
}

function validate(pairs) {
  const input = pairs.map((pair) => JSON.stringify(pair)).join("\n");
  const { status, stdout, stderr } = spawnSync(
    program,
    [join(root, "tests", "contract", "models.py")],
    { input, encoding: "utf8", env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } },
  );
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test("every FHIR response conforms to the models", { skip: missing }, () => {
  const pairs = resources();
  assert.deepEqual(validate(pairs), { validated: pairs.length, invalid: [] });
});

test("the models report resources that do not conform to R4", { skip: missing }, () => {
  const medication = { resourceType: "Medication", status: "active" };
  const report = validate([
    ["valid", JSON.stringify(medication)],
    ...wrong.map((one, index) => [`wrong ${index}`, JSON.stringify(one)]),
  ]);
  assert.deepEqual(
    report.invalid.map((text) => text.slice(0, 7)),
    ["wrong 0", "wrong 1", "wrong 2", "wrong 3"],
  );
});

/**
 * A function that lists the errors of a resource by R4's structure definitions: elements,
 * cardinalities, types and required codes.
 */
function definitions() {
  const { Fhir } = load("fhir");
  const validator = new Fhir();
  return (resource) =>
    validator
      .validate(resource, { errorOnUnexpected: true })
      .messages.filter(({ severity }) => severity === "error" || severity === "fatal");
}

test("every FHIR response conforms to the definitions of R4", { skip: packages.missing }, () => {
  const errorsOf = definitions();
  for (const [title, text] of resources()) assert.deepEqual(errorsOf(JSON.parse(text)), [], title);
  for (const one of wrong) assert.notDeepEqual(errorsOf(one), [], JSON.stringify(one));
});

test("the codes of units are in UCUM", { skip: packages.missing }, () => {
  const { UcumLhcUtils } = load("@lhncbc/ucum-lhc");
  const table = readFileSync(join(root, "src", "fhir", "medication.rs"), "utf8").match(
    /const UCUM_CODES[^;]+;[^;]+;/,
  )[0];
  const codes = [...table.matchAll(/\(".+", "(.+)"\)/g)].map(([, code]) => code);
  assert.ok(codes.length > 20);
  const ucum = UcumLhcUtils.getInstance();
  for (const code of codes) assert.equal(ucum.validateUnitString(code).status, "valid", code);
});

test("each case of HL7's suite that applies has a case here", () => {
  const { applicable } = JSON.parse(
    readFileSync(join(root, "tests", "contract", "tx-ecosystem.json"), "utf8"),
  );
  const names = new Set(readCases(...files).map(({ name }) => name));
  const missing = Object.values(applicable).filter((name) => !names.has(name));
  assert.deepEqual(missing, []);
});
