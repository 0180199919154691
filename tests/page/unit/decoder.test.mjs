// Tests the decoder with a worker that fails.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { load } from "./source.mjs";

const { Decoder, FIRST_WITHIN_MS, NEXT_WITHIN_MS, whole } = await load("scan/decoder.ts");
const { OTHER_WAYS, PLAIN } = await load("scan/ways.ts");

const image = (width = 2, height = 2) => ({ data: new Uint8ClampedArray(4 * width * height), width, height });
const found = [{ format: "EAN13", text: "]E05012345678900", isLinear: true }];

/** A worker that handles each message as the test specifies. */
class FakeWorker extends EventTarget {
  isTerminated = false;
  asked = [];

  constructor(answer) {
    super();
    this.answer = answer;
  }

  postMessage(message, transferred) {
    this.asked.push(message.aims.flatMap(({ ways }) => ways));
    structuredClone(message, { transfer: transferred });
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
  right: (worker) => worker.reply({ sightings: found }),
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
const look = (decoder, frame = image(), ways) => decoder.look(frame, [whole(frame, ways)]);
const sightingsOf = async (decoder) => (await look(decoder)).sightings;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

test("what is found comes back", async () => {
  const { decoder: one, workers } = decoder(["right", "right"]);
  assert.deepEqual(await sightingsOf(one), found);
  assert.deepEqual(await one.textsIn(image()), [found[0].text]);
  assert.equal(workers.length, 1, "one worker serves all");
});

for (const way of ["broken", "dead", "garbled"]) {
  test(`a worker that is ${way} says so, is ended, and another takes its place`, async () => {
    const { decoder: one, workers } = decoder([way], ["right"]);
    await assert.rejects(look(one), /decoder/);
    assert.ok(workers[0].isTerminated);
    assert.deepEqual(await sightingsOf(one), found);
    assert.equal(workers.length, 2);
  });
}

test("a worker that can't be made says so", async () => {
  const one = new Decoder(() => {
    throw new DOMException("", "SecurityError");
  });
  await assert.rejects(look(one), /decoder/);
});

test("a worker that never answers is given up, the first time after longer", async () => {
  const { decoder: one, workers } = decoder([], ["right"]);
  assert.equal(await outcomeAfter(look(one), FIRST_WITHIN_MS - 1000), "waiting");
  const hanging = decoder([]);
  assert.match(await outcomeAfter(look(hanging.decoder), FIRST_WITHIN_MS + 1000), /did not answer/);
  assert.ok(hanging.workers[0].isTerminated);
  assert.ok(NEXT_WITHIN_MS < FIRST_WITHIN_MS);
  assert.equal(workers.length, 1);
});

test("a worker that dies later is given up sooner", async () => {
  const { decoder: one, workers } = decoder(["right"], ["right"]);
  await look(one);
  assert.match(await outcomeAfter(look(one), NEXT_WITHIN_MS + 1000), /did not answer/);
  assert.deepEqual(await sightingsOf(one), found);
  assert.equal(workers.length, 2);
});

test("large pictures have more time", async () => {
  const { decoder: one } = decoder(["right"]);
  await look(one);
  assert.equal(await outcomeAfter(look(one, image(4096, 1024)), NEXT_WITHIN_MS + 1000), "waiting");
});

test("a frame is read the plain way unless it is told others, a picture that stands still in all", async () => {
  const { decoder: one, workers } = decoder(["right", "right", "right"]);
  await look(one);
  await look(one, image(), [OTHER_WAYS[0], PLAIN]);
  await one.textsIn(image());
  assert.deepEqual(workers[0].asked, [[PLAIN], [OTHER_WAYS[0], PLAIN], [PLAIN, ...OTHER_WAYS]]);
});

test("each way has its time", async () => {
  const { decoder: one } = decoder(["right"]);
  await look(one);
  const picture = one.textsIn(image(1024, 1024));
  assert.equal(await outcomeAfter(picture, NEXT_WITHIN_MS + 3000), "waiting");
});

test("images take turns, and one that fails does not take the next with it", async () => {
  const { decoder: one, workers } = decoder(["broken"], ["right"]);
  const [first, second] = await Promise.allSettled([look(one), look(one)]);
  assert.equal(first.status, "rejected");
  assert.deepEqual(second.value.sightings, found);
  assert.deepEqual(workers.map(({ asked }) => asked.length), [1, 1]);
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
