// Tests the decoder with a worker that fails, and the decode strategies, their order, and the
// regions that they read, with simulated decoders.
import assert from "node:assert/strict";
import { beforeEach, describe, mock, test } from "node:test";
import { draw, frames, isRight } from "../hard-frames/frames.mjs";
import { load } from "./source.mjs";

const { Decoder, DecoderError, FIRST_WITHIN_MS, NEXT_WITHIN_MS } = await load(
  "blocks/scanner/decoder.ts",
);
const { ALL_STRATEGIES, decodeInOrder, FALLBACKS, PLAIN, readFrame, StrategyRotation, wholeImage } =
  await load("blocks/scanner/decode-strategies.ts");

describe("the decoder", () => {
  const image = (width = 2, height = 2) => ({
    data: new Uint8ClampedArray(4 * width * height),
    width,
    height,
  });
  const picture = new Blob(["a picture"]);
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
      this.requests.push((message.targets ?? [message]).flatMap(({ strategies }) => strategies));
      this.lastRequest = structuredClone(message, { transfer: transferables });
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
    "no picture": (worker) =>
      worker.reply({ symbols: [], notOpened: "the source image could not be decoded" }),
    silent: () => undefined,
    broken: (worker) => worker.reply({ error: { message: "it is broken" } }),
    "without its file": (worker) =>
      worker.reply({
        error: { name: "WasmError", message: "no file; check it", reason: "unavailable" },
      }),
    dead: (worker) => worker.dispatchEvent(new Event("error")),
    garbled: (worker) => worker.dispatchEvent(new MessageEvent("messageerror")),
  };

  /** A decoder whose workers respond, one after the other, as each list specifies. */
  function decoder(...lives) {
    const workers = [];
    const make = () => {
      const life = [...(lives[workers.length] ?? [])];
      const worker = new FakeWorker((self, message) =>
        answers[life.shift() ?? "silent"](self, message),
      );
      workers.push(worker);
      return worker;
    };
    return { decoder: new Decoder({ worker: make }), workers };
  }

  /** Reads an image, by default only in the plain way. */
  const read = (decoder, frame = image(), strategies) =>
    decoder.read(frame, [wholeImage(frame, strategies)]);
  const detectedSymbols = async (decoder) => (await read(decoder)).symbols;

  beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  });

  test("returns the symbols of an image", async () => {
    const { decoder: one, workers } = decoder(["right", "right"]);
    assert.deepEqual(await detectedSymbols(one), found);
    assert.deepEqual(await one.textsIn(picture), [found[0].text]);
    assert.equal(workers.length, 1, "one worker serves all");
  });

  test("leaves opening a picture file to the worker", async () => {
    const { decoder: one, workers } = decoder(["right"]);
    await one.textsIn(picture);
    assert.ok(workers[0].lastRequest.picture instanceof Blob);
  });

  test("reports a file that is no picture apart from a failure, and keeps the worker", async () => {
    const { decoder: one, workers } = decoder(["no picture", "right"]);
    await assert.rejects(
      one.textsIn(picture),
      (error) => error.name === "InvalidStateError" && !(error instanceof DecoderError),
    );
    assert.deepEqual(await one.textsIn(picture), [found[0].text]);
    assert.equal(workers.length, 1);
  });

  for (const [strategy, expected] of Object.entries({
    broken: { reason: "stopped", message: "the decoder failed: it is broken; try again" },
    dead: { reason: "unavailable", message: /^the decoder did not start; check / },
    garbled: { reason: "stopped", message: /^the decoder sent .*; try again$/ },
    "without its file": { reason: "unavailable", message: "no file; check it" },
  })) {
    test(`replaces a worker that is ${strategy}, and reports why`, async () => {
      const { decoder: one, workers } = decoder([strategy], ["right"]);
      await assert.rejects(read(one), { name: "WasmError", ...expected });
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
    assert.match(
      await outcomeAfter(read(hanging.decoder), FIRST_WITHIN_MS + 1000),
      /did not respond/,
    );
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
    assert.equal(
      await outcomeAfter(read(one, image(4096, 1024)), NEXT_WITHIN_MS + 1000),
      "waiting",
    );
  });

  test("reads a frame with the plain strategy by default, and a still picture with all", async () => {
    const { decoder: one, workers } = decoder(["right", "right", "right"]);
    await read(one);
    await read(one, image(), [FALLBACKS[0], PLAIN]);
    await one.textsIn(picture);
    assert.deepEqual(workers[0].requests, [[PLAIN], [FALLBACKS[0], PLAIN], [PLAIN, ...FALLBACKS]]);
  });

  test("each strategy extends the timeout", async () => {
    const { decoder: one } = decoder(["right"]);
    await read(one);
    const result = read(one, image(1024, 1024), ALL_STRATEGIES);
    assert.equal(await outcomeAfter(result, NEXT_WITHIN_MS + 3000), "waiting");
  });

  test("waits long enough for the largest picture", async () => {
    const { decoder: one } = decoder(["right"]);
    await read(one);
    assert.equal(await outcomeAfter(one.textsIn(picture), NEXT_WITHIN_MS + 90_000), "waiting");
  });

  test("queues images, and continues after a failed one", async () => {
    const { decoder: one, workers } = decoder(["broken"], ["right"]);
    const [first, second] = await Promise.allSettled([read(one), read(one)]);
    assert.equal(first.status, "rejected");
    assert.deepEqual(second.value.symbols, found);
    assert.deepEqual(
      workers.map(({ requests }) => requests.length),
      [1, 1],
    );
  });

  /**
   * The outcome after a time in steps, because the time of a sleeping page must not count.
   */
  async function outcomeAfter(promise, ms) {
    let outcome = "waiting";
    promise.then(
      () => (outcome = "found"),
      (error) => (outcome = error.message),
    );
    for (let passed = 0; passed < ms; passed += 500) {
      await settled();
      mock.timers.tick(Math.min(500, ms - passed));
    }
    await settled();
    return outcome;
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve));
});

describe("the decode strategies", () => {
  const picture = (width = 64, height = 32) => ({
    width,
    height,
    data: new Uint8ClampedArray(4 * width * height).fill(200),
  });

  /** A decoder that succeeds at this attempt. */
  function decoder(finds) {
    const calls = [];
    const decode = async (pixels, options) => {
      calls.push({ pixels, options });
      return calls.length === finds ? ["found"] : [];
    };
    return { calls, decode };
  }

  test("stops at the first strategy that finds a symbol", async () => {
    const { calls, decode } = decoder(2);
    assert.deepEqual(await decodeInOrder(picture(), ALL_STRATEGIES, decode), {
      found: ["found"],
      strategy: ALL_STRATEGIES[1],
    });
    assert.equal(calls.length, 2);
  });

  test("tries every strategy if none finds a symbol", async () => {
    const { calls, decode } = decoder();
    assert.deepEqual(await decodeInOrder(picture(), ALL_STRATEGIES, decode), { found: [] });
    assert.equal(calls.length, ALL_STRATEGIES.length);
  });

  test("the plain strategy passes the picture on, and no fallback changes it", async () => {
    const { calls, decode } = decoder();
    const original = picture();
    await decodeInOrder(original, ALL_STRATEGIES, decode);
    assert.equal(ALL_STRATEGIES[0], PLAIN);
    assert.equal(calls[0].pixels, original);
    assert.deepEqual(original, picture());
  });

  test("every strategy keeps GS1 separators, and needs two lines that agree", async () => {
    const { calls, decode } = decoder();
    await decodeInOrder(picture(), ALL_STRATEGIES, decode);
    for (const { options } of calls)
      assert.deepEqual([options.textMode, options.minLineCount], ["Plain", 2]);
  });

  test("no strategy passes on more than 16 megapixels", async () => {
    const { calls, decode } = decoder();
    await decodeInOrder(picture(3000, 2000), FALLBACKS, decode);
    for (const { pixels } of calls)
      assert.ok(pixels.width * pixels.height <= 16_000_000, `${pixels.width} × ${pixels.height}`);
  });

  const [fallback] = FALLBACKS;
  const framesOf = (rotation, count) => Array.from({ length: count }, () => rotation.next());
  const strategiesOf = (attempts) => attempts.flatMap(({ strategies }) => strategies);

  test("starts each frame with the plain strategy inside the guide", () => {
    for (const [first] of framesOf(new StrategyRotation(), 3 * FALLBACKS.length)) {
      assert.deepEqual([first.region, first.strategies[0]], ["guide", PLAIN]);
    }
  });

  test("alternates between the visible region and a fallback", () => {
    const [first, second, third] = framesOf(new StrategyRotation(), 3);
    assert.deepEqual(first, [
      { region: "guide", strategies: [PLAIN] },
      { region: "visible", strategies: [PLAIN] },
    ]);
    assert.deepEqual(second, [{ region: "guide", strategies: [PLAIN, fallback] }]);
    assert.deepEqual(third, first);
  });

  test("uses every fallback before repeating one", () => {
    const tried = framesOf(new StrategyRotation(), 2 * FALLBACKS.length)
      .flatMap(strategiesOf)
      .filter((strategy) => strategy !== PLAIN);
    assert.deepEqual(tried, FALLBACKS);
  });

  test("starts with the strategy that read the last frame", () => {
    const rotation = new StrategyRotation();
    framesOf(rotation, 2);
    rotation.record(fallback);
    assert.deepEqual(rotation.next(), [{ region: "guide", strategies: [fallback, PLAIN] }]);
    rotation.record(undefined);
    assert.equal(rotation.next()[0].strategies[0], PLAIN);
  });

  test("uses no fallback while the plain strategy reads", () => {
    const rotation = new StrategyRotation();
    for (let frame = 0; frame < 5; frame += 1) {
      rotation.record(PLAIN);
      assert.deepEqual(new Set(strategiesOf(rotation.next())), new Set([PLAIN]));
    }
  });

  test("a hard frame is reproducible, and differs by number", () => {
    const [one, other] = frames.filter(
      ({ condition, bcid }) => condition === "dark" && bcid === "ean13",
    );
    assert.deepEqual(draw(one), draw(one));
    assert.notEqual(draw(one).content, draw(other).content);
  });

  test("compares the whole text of a hard frame, with an optional zero before UPC-A", () => {
    assert.ok(isRight("012345678905", "]E00012345678905"));
    assert.ok(isRight("0109520000000011", "]d2\x1d0109520000000011"));
    assert.ok(!isRight("5012345678900", "]E05012345678901"));
  });

  const guide = { x: 8, y: 8, width: 32, height: 16 };
  const visible = { x: 0, y: 0, width: 64, height: 48 };
  const targets = [
    { region: guide, strategies: [PLAIN, FALLBACKS[0]] },
    { region: visible, strategies: [PLAIN] },
  ];
  const symbol = { format: "EAN13", text: "]E05012345678900", isLinear: true };
  const found = [
    {
      ...symbol,
      corners: [
        { x: 0.25, y: 0.5 },
        { x: 1, y: 1 },
      ],
    },
  ];
  const inGuide = [
    {
      ...symbol,
      corners: [
        { x: 16, y: 16 },
        { x: 40, y: 24 },
      ],
    },
  ];
  const inView = [
    {
      ...symbol,
      corners: [
        { x: 16, y: 24 },
        { x: 64, y: 48 },
      ],
    },
  ];

  /**
   * Reads with a decoder that succeeds at this attempt. The picture is light inside the guide and
   * dark elsewhere.
   */
  async function read(readsAt) {
    const widths = [];
    const pixelsIn = ({ width, height }) => ({
      width,
      height,
      data: new Uint8ClampedArray(4 * width * height).fill(width === 32 ? 200 : 20),
    });
    const decode = async ({ width }) => {
      widths.push(width);
      return widths.length === readsAt ? found : [];
    };
    return { ...(await readFrame(targets, pixelsIn, decode)), widths };
  }

  test("stops after the guide if it has a symbol, and returns the strategy", async () => {
    assert.deepEqual(await read(1), { symbols: inGuide, strategy: PLAIN, widths: [32] });
    assert.deepEqual(await read(2), { symbols: inGuide, strategy: FALLBACKS[0], widths: [32, 32] });
  });

  test("reads the visible region only if the guide has no symbol", async () => {
    assert.deepEqual(await read(3), { symbols: inView, strategy: PLAIN, widths: [32, 32, 64] });
  });

  test("has no corners of a symbol that was read in a rotated picture", async () => {
    const decode = async () => found;
    const { symbols } = await readFrame(
      [{ region: guide, strategies: ["rotate"] }],
      ({ width, height }) => ({ width, height, data: new Uint8ClampedArray(4 * width * height) }),
      decode,
    );
    assert.equal(symbols[0].corners, undefined);
  });

  test("returns the image quality of the guide if nothing is read", async () => {
    const { symbols, quality } = await read();
    assert.deepEqual(symbols, []);
    assert.ok(Math.abs(quality.brightness - 200) <= 1, String(quality.brightness));
  });
});
