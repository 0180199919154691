// The camera, pictures, and their effects on the page.
import { type Decoder, DecoderError } from "../scan/decoder.js";
import { type Feedback, saveFeedback } from "../scan/feedback.js";
import { imageOf } from "../scan/frame.js";
import { qualityHint } from "../scan/hint-text.js";
import type { CameraState, Session } from "../scan/session.js";
import type { Store } from "../store.js";
import type { Host } from "./host.js";
import type { Notices, Scans } from "./scans.js";

const WITHOUT_DECODER = "The barcode reader did not start. Try again, or go online and reload the page";

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
    const before = qualityHint(this.store.state.camera);
    this.store.set({ camera });
    const hint = qualityHint(camera);
    if (hint && hint !== before) this.host.announce({ text: hint, isWarning: false });
  }

  zoom(value: number): void {
    void this.session.zoom(value);
  }

  useCamera(deviceId: string): void {
    void this.session.useCamera(deviceId);
  }

  setTorch(on: boolean): void {
    void this.session.setTorch(on);
  }

  async readImage(file: Blob): Promise<void> {
    try {
      const texts = await this.decoder.textsIn(await imageOf(file));
      if (texts.length > 0) this.scans.detected(texts);
      else this.notices.warn("No barcode found in the picture. Try a sharper or closer picture");
    } catch (error) {
      this.notices.warn(error instanceof DecoderError ? WITHOUT_DECODER : "This browser cannot open the file as a picture. Try another file");
    }
  }

  setFeedback(feedback: Feedback): void {
    saveFeedback(feedback);
    this.store.set({ feedback });
  }
}
