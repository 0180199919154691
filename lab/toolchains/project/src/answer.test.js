// The same test for vitest and for Jest.
import { answer } from "./answer.js";

test("the answer", async () => {
  const { here, asked, batch } = await answer();
  expect([here, asked, batch]).toEqual(["Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets", here, "AB12"]);
});
