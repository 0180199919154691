// Tests the decoder with a worker that fails.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { load } from "./source.mjs";

const { Decoder, FIRST_WITHIN_MS, NEXT_WITHIN_MS, wholeImage } = await load("scan/decoder.ts");
const { FALLBACKS, PLAIN } = await load("scan/decode-strategies.ts");

const image = (width = 2, height = 2) => ({ data: new Uint8ClampedArray(4 * width * height), width, height });
const found = [{ format: "EAN13", text: "]E05012345678900", isLinear: true }];

/** A worker that handles each message as the test specifies. */
class FakeWorker extends EventTarget {
  isTerminated = false;
  requests = [];

  constructor(answer) {
    super();
    this.answer = answer;
  }

  postMessage(message, transferables) {
    this.requests.push(message.targets.flatMap(({ strategies }) => strategies));
    structuredClone(message, { transfer: transferables });
    queueMicrotask(() => this.answer(this, message));
  }

  terminate() {
    this.isTerminated = true;
  }

  reply(data) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const answers = {
  right: (worker) => worker.reply({ symbols: found }),
  silent: () => undefined,
  broken: (worker) => worker.reply({ error: "the WebAssembly was not found" }),
  dead: (worker) => worker.dispatchEvent(new Event("error")),
  garbled: (worker) => worker.dispatchEvent(new MessageEvent("messageerror")),
};

/** Returns a decoder whose workers respond, one after the other, as each list specifies. */
function decoder(...lives) {
  const workers = [];
  const make = () => {
    const life = [...(lives[workers.length] ?? [])];
    const worker = new FakeWorker((self, message) => answers[life.shift() ?? "silent"](self, message));
    workers.push(worker);
    return worker;
  };
  return { decoder: new Decoder(make), workers };
}

/** Reads an image, by default only in the plain way. */
const read = (decoder, frame = image(), strategies) => decoder.read(frame, [wholeImage(frame, strategies)]);
const detectedSymbols = async (decoder) => (await read(decoder)).symbols;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

test("returns the symbols of an image", async () => {
  const { decoder: one, workers } = decoder(["right", "right"]);
  assert.deepEqual(await detectedSymbols(one), found);
  assert.deepEqual(await one.textsIn(image()), [found[0].text]);
  assert.equal(workers.length, 1, "one worker serves all");
});

for (const strategy of ["broken", "dead", "garbled"]) {
  test(`replaces a worker that is ${strategy}`, async () => {
    const { decoder: one, workers } = decoder([strategy], ["right"]);
    await assert.rejects(read(one), /decoder/);
    assert.ok(workers[0].isTerminated);
    assert.deepEqual(await detectedSymbols(one), found);
    assert.equal(workers.length, 2);
  });
}

test("reports a worker that cannot be created", async () => {
  const one = new Decoder(() => {
    throw new DOMException("", "SecurityError");
  });
  await assert.rejects(read(one), /decoder/);
});

test("ends a worker that does not respond, after a longer timeout at first", async () => {
  const { decoder: one, workers } = decoder([], ["right"]);
  assert.equal(await outcomeAfter(read(one), FIRST_WITHIN_MS - 1000), "waiting");
  const hanging = decoder([]);
  assert.match(await outcomeAfter(read(hanging.decoder), FIRST_WITHIN_MS + 1000), /did not respond/);
  assert.ok(hanging.workers[0].isTerminated);
  assert.ok(NEXT_WITHIN_MS < FIRST_WITHIN_MS);
  assert.equal(workers.length, 1);
});

test("uses the short timeout after the first response", async () => {
  const { decoder: one, workers } = decoder(["right"], ["right"]);
  await read(one);
  assert.match(await outcomeAfter(read(one), NEXT_WITHIN_MS + 1000), /did not respond/);
  assert.deepEqual(await detectedSymbols(one), found);
  assert.equal(workers.length, 2);
});

test("large pictures have a longer timeout", async () => {
  const { decoder: one } = decoder(["right"]);
  await read(one);
  assert.equal(await outcomeAfter(read(one, image(4096, 1024)), NEXT_WITHIN_MS + 1000), "waiting");
});

test("reads a frame with the plain strategy by default, and a still picture with all", async () => {
  const { decoder: one, workers } = decoder(["right", "right", "right"]);
  await read(one);
  await read(one, image(), [FALLBACKS[0], PLAIN]);
  await one.textsIn(image());
  assert.deepEqual(workers[0].requests, [[PLAIN], [FALLBACKS[0], PLAIN], [PLAIN, ...FALLBACKS]]);
});

test("each strategy extends the timeout", async () => {
  const { decoder: one } = decoder(["right"]);
  await read(one);
  const picture = one.textsIn(image(1024, 1024));
  assert.equal(await outcomeAfter(picture, NEXT_WITHIN_MS + 3000), "waiting");
});

test("queues images, and continues after a failed one", async () => {
  const { decoder: one, workers } = decoder(["broken"], ["right"]);
  const [first, second] = await Promise.allSettled([read(one), read(one)]);
  assert.equal(first.status, "rejected");
  assert.deepEqual(second.value.symbols, found);
  assert.deepEqual(workers.map(({ requests }) => requests.length), [1, 1]);
});

/** Returns the outcome after a time in steps, because the time of a sleeping page must not count. */
async function outcomeAfter(promise, ms) {
  let outcome = "waiting";
  promise.then(() => (outcome = "found"), (error) => (outcome = error.message));
  for (let passed = 0; passed < ms; passed += 500) {
    await settled();
    mock.timers.tick(Math.min(500, ms - passed));
  }
  await settled();
  return outcome;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
