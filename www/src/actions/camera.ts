// The camera, pictures, and their effects on the page.
import { type Decoder, DecoderError } from "../scan/decoder.js";
import { type Feedback, rememberFeedback } from "../scan/feedback.js";
import { imageOf } from "../scan/frame.js";
import { troubleHintOf } from "../scan/hint-words.js";
import type { CameraState, Session } from "../scan/session.js";
import type { Store } from "../store.js";
import type { Host } from "./host.js";
import type { Notices, Scans } from "./scans.js";

const WITHOUT_DECODER = "The barcode reader did not start: try again, or reload the page with a network";

export class Camera {
  constructor(
    private readonly store: Store,
    private readonly host: Host,
    private readonly session: Session,
    private readonly decoder: Decoder,
    private readonly scans: Scans,
    private readonly notices: Notices,
  ) {}

  start(): void {
    void this.session.start();
  }

  stop(): void {
    this.session.stop();
  }

  /** Stores the camera's state. A new hint about poor reading conditions is also announced, for people who do not see it. */
  changed(camera: CameraState): void {
    const before = troubleHintOf(this.store.state.camera);
    this.store.set({ camera });
    const hint = troubleHintOf(camera);
    if (hint && hint !== before) this.host.say({ text: hint, isWarning: false });
  }

  zoom(value: number): void {
    void this.session.zoom(value);
  }

  choose(deviceId: string): void {
    void this.session.choose(deviceId);
  }

  light(on: boolean): void {
    void this.session.light(on);
  }

  async readImage(file: Blob): Promise<void> {
    try {
      const texts = await this.decoder.textsIn(await imageOf(file));
      if (texts.length > 0) this.scans.seen(texts);
      else this.notices.warn("No barcode was found in the picture. Try one that is sharper or closer");
    } catch (error) {
      this.notices.warn(error instanceof DecoderError ? WITHOUT_DECODER : "This file can't be read as a picture");
    }
  }

  setFeedback(feedback: Feedback): void {
    rememberFeedback(feedback);
    this.store.set({ feedback });
  }
}
