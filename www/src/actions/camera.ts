// The camera, pictures, and how the page answers to them.
import type { Decoder } from "../scan/decoder.js";
import { type Feedback, rememberFeedback } from "../scan/feedback.js";
import { imageOf } from "../scan/frame.js";
import type { Session } from "../scan/session.js";
import type { Store } from "../store.js";
import type { LookUp, Notices } from "./look-up.js";

export class Camera {
  constructor(
    private readonly store: Store,
    private readonly session: Session,
    private readonly decoder: Decoder,
    private readonly lookUp: LookUp,
    private readonly notices: Notices,
  ) {}

  start(): void {
    void this.session.start();
  }

  stop(): void {
    this.session.stop();
  }

  choose(deviceId: string): void {
    void this.session.choose(deviceId);
  }

  light(on: boolean): void {
    void this.session.light(on);
  }

  async readImage(file: Blob): Promise<void> {
    try {
      const symbols = await this.decoder.decode(await imageOf(file));
      if (symbols.length > 0) this.lookUp.seen(symbols.map(({ text }) => text));
      else this.notices.warn("No barcode was found in the picture. Try one that is sharper or closer");
    } catch {
      this.notices.warn("This file can't be read as a picture");
    }
  }

  setFeedback(feedback: Feedback): void {
    rememberFeedback(feedback);
    this.store.set({ feedback });
  }
}
