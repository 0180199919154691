// Validates every FHIR response to the cases with the models of FHIR R4. FHIR_PYTHON names a Python with the packages of requirements-fhir.txt.
// Without it, a Python is prepared.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { PackLookup } from "../../npm/core.js";
import { readTarget } from "../../npm/serve/answers.js";
import { paths, root } from "../../scripts/common/project.mjs";
import { prepareFhirModels } from "../../scripts/setup/tools.mjs";
import { readCases } from "../cases/read.mjs";

const { program, missing } = process.env.FHIR_PYTHON ? { program: process.env.FHIR_PYTHON } : prepareFhirModels();
const packs = await PackLookup.open(paths.testDataset);

/** Returns the names and resources of all responses with a resource. */
function resources() {
  const answers = readCases("api/fhir.json").map(({ name, request: { target, method } }) => [name, packs.respond({ method, ...readTarget(target) })]);
  return answers.filter(([, { body }]) => body.length > 0).map(([name, { body }]) => [name, new TextDecoder().decode(body)]);
}

function validate(pairs) {
  const input = pairs.map((pair) => JSON.stringify(pair)).join("\n");
  const { status, stdout, stderr } = spawnSync(program, [join(root, "tests", "contract", "models.py")], { input, encoding: "utf8", env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test("every FHIR response conforms to R4", { skip: missing }, () => {
  const pairs = resources();
  assert.deepEqual(validate(pairs), { validated: pairs.length, invalid: [] });
});

test("the models report resources that do not conform to R4", { skip: missing }, () => {
  const medication = { resourceType: "Medication", status: "active" };
  const wrong = [{ ...medication, pack_id: 1 }, { ...medication, amount: { numerator: "28" } }, { resourceType: "Pack" }, { resourceType: "Bundle" }];
  const report = validate([["valid", JSON.stringify(medication)], ...wrong.map((one, index) => [`wrong ${index}`, JSON.stringify(one)])]);
  assert.deepEqual(report.invalid.map((text) => text.slice(0, 7)), ["wrong 0", "wrong 1", "wrong 2", "wrong 3"]);
});
