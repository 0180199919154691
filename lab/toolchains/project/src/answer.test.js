// The same test for vitest and for Jest.
import { answer } from "./answer.js";

test("gives the same answer in a worker", async () => {
  const { here, inWorker, batch } = await answer();
  expect([here, inWorker, batch]).toEqual([
    "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets",
    here,
    "AB12",
  ]);
});
