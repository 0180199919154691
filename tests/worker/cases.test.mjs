// Runs the cases of tests/cases/api against the Worker.
import { after, before } from "node:test";
import { testCases } from "../cases/api.mjs";
import { startService } from "./service.mjs";

let service;
before(async () => (service = await startService()));
after(() => service?.stop());

testCases((...request) => service.ask(...request));
