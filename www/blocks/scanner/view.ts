// What `<pack-scanner>` shows: the picture with the guide, the controls, hints over the picture,
// and what to do if the camera does not work.
import elementStyle from "./element.css?inline";
import type { Feedback } from "./feedback.js";
import { create, createButton, createIcon, createSvg, labelled } from "./dom.js";
import type { On } from "./session.js";
import type { CameraState, Outline, CameraProblem, QualityProblem } from "./types.js";

interface ViewActions {
  start(): void;
  stop(): void;
  setTorch(on: boolean): void;
  zoom(value: number): void;
  useCamera(deviceId: string): void;
  setFeedback(feedback: Feedback): void;
}

export interface Shown {
  camera: CameraState;
  feedback: Feedback;
  /** Whether the person chooses the sounds. */
  hasSoundControls: boolean;
  hasGuide: boolean;
  isCounting: boolean;
}

export class View {
  readonly video = create("video", { part: "video", "aria-label": PICTURE });
  readonly guide = create("div", { class: "guide", part: "guide", "aria-hidden": "true" });
  readonly #hint = create("p", { class: "hint", part: "hint" });
  readonly #picture = create(
    "div",
    { class: "picture", part: "picture" },
    this.video,
    this.guide,
    slot("picture"),
    this.#hint,
  );
  readonly #viewport = create("div", { class: "viewport" }, this.#picture, slot("answer"));
  readonly #problemText = create("p");
  readonly #problem = create(
    "div",
    { class: "problem", part: "problem", role: "alert" },
    createIcon("warning"),
    create("div", {}, this.#problemText, slot("problem")),
  );
  readonly #status = create("p", { class: "visually-hidden", role: "status" });
  readonly #startText = create("span");
  readonly #start: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;
  readonly #torch: HTMLButtonElement;
  readonly #zoom = labelled("Zoom", "zoom", create("input", { type: "range" }));
  readonly #camera = labelled(
    "",
    "camera",
    create("select", { part: "select", "aria-label": "Camera" }),
  );
  readonly #beep = labelled("Beep", "toggle", create("input", { type: "checkbox" }));
  readonly #vibrate = labelled("Vibrate", "toggle", create("input", { type: "checkbox" }));
  readonly #controls: HTMLDivElement;
  #outlines: SVGElement | undefined;

  constructor(
    private readonly root: ShadowRoot,
    actions: ViewActions,
  ) {
    this.#start = createButton(this.#startText, "start", () => actions.start());
    this.#stop = createButton("Stop", "stop", () => actions.stop());
    this.#torch = createButton("Torch", "torch", () =>
      actions.setTorch(this.#torch.getAttribute("aria-pressed") !== "true"),
    );
    const labels = [this.#zoom, this.#camera, this.#beep, this.#vibrate].map(({ label }) => label);
    this.#controls = create(
      "div",
      { class: "controls", part: "controls" },
      this.#stop,
      this.#torch,
      ...labels,
      slot("controls"),
    );
    this.#listen(actions);
    Object.assign(this.video, { muted: true, playsInline: true });
    root.adoptedStyleSheets = [styleSheet()];
    root.append(this.#problem, this.#start, this.#viewport, this.#controls, this.#status);
  }

  #listen(actions: ViewActions): void {
    this.#zoom.control.addEventListener("input", () =>
      actions.zoom(this.#zoom.control.valueAsNumber),
    );
    this.#camera.control.addEventListener("change", () =>
      actions.useCamera(this.#camera.control.value),
    );
    const setFeedback = () =>
      actions.setFeedback({
        beep: this.#beep.control.checked,
        vibrate: this.#vibrate.control.checked,
      });
    for (const { control } of [this.#beep, this.#vibrate])
      control.addEventListener("change", setFeedback);
  }

  show({ camera, feedback, hasSoundControls, hasGuide, isCounting }: Shown): void {
    const hadFocus = this.root.activeElement !== null;
    this.#showCamera(camera);
    write(this.#hint, hintText(camera, isCounting));
    this.guide.hidden = !hasGuide;
    this.#beep.control.checked = feedback.beep;
    this.#vibrate.control.checked = feedback.vibrate;
    this.#beep.label.hidden = !hasSoundControls;
    this.#vibrate.label.hidden = !hasSoundControls || !("vibrate" in navigator);
    // A control that disappears would take the focus with it.
    if (hadFocus && this.root.activeElement === null)
      (this.#start.hidden ? this.#stop : this.#start).focus();
  }

  #showCamera(camera: CameraState): void {
    const isLive = camera.is === "on" || camera.is === "starting";
    this.#viewport.hidden = this.#controls.hidden = !isLive;
    this.#start.hidden = isLive;
    write(
      this.#startText,
      camera.is === "failed" ? "Try the camera again" : "Scan with the camera",
    );
    this.#problem.hidden = camera.is !== "failed";
    write(this.#problemText, camera.is === "failed" ? PROBLEMS[camera.problem].join(" ") : "");
    this.#showControls(camera.is === "on" ? camera : undefined);
  }

  #showControls(on: On | undefined): void {
    const { torch, zoom, devices = [], deviceId } = on ?? {};
    this.#torch.hidden = torch === undefined;
    this.#torch.setAttribute("aria-pressed", String(torch === true));
    this.#zoom.label.hidden = zoom === undefined;
    if (zoom)
      Object.assign(this.#zoom.control, {
        min: zoom.min,
        max: zoom.max,
        step: zoom.step,
        value: zoom.value,
      });
    this.#camera.label.hidden = devices.length < 2;
    const options = devices.map(
      (device, index) =>
        new Option(
          device.label || `Camera ${index + 1}`,
          device.deviceId,
          false,
          device.deviceId === deviceId,
        ),
    );
    this.#camera.control.replaceChildren(...options);
  }

  /** Outlines the symbols that were read, for a moment. */
  outline(outlines: readonly Outline[]): void {
    this.#outlines?.remove();
    const polygons = outlines.map((outline) =>
      createSvg("polygon", {
        points: outline.map(({ x, y }) => `${100 * x},${100 * y}`).join(" "),
      }),
    );
    this.#outlines = createSvg(
      "svg",
      {
        class: "outlines",
        part: "outlines",
        viewBox: "0 0 100 100",
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      ...polygons,
    );
    this.guide.after(this.#outlines);
  }

  /** Announces a text to screen readers. */
  announce(text: string): void {
    write(this.#status, text);
  }
}

/** Writes a text, unless the element has it: each change is announced. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Creates the place of elements of the host. */
const slot = (name: string) => create("slot", { name });

let shared: CSSStyleSheet | undefined;

/**
 * Makes the style sheet of all elements. A Content-Security-Policy forbids `<style>`, and allows
 * this object.
 */
function styleSheet(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet();
    shared.replaceSync(elementStyle);
  }
  return shared;
}

/** The name of the camera's picture. */
const PICTURE = "Live picture";

/** Builds the hint over the camera's picture. */
function hintText(camera: CameraState, isCounting = false): string {
  if (camera.is !== "on") return "Starting the camera…";
  return (
    qualityHint(camera) ??
    (isCounting
      ? "Move slowly along the boxes. A solid outline means counted"
      : "Hold the barcode inside the frame")
  );
}

/** Says what to do if something prevents reading, or `undefined`. */
export function qualityHint(camera: CameraState): string | undefined {
  if (camera.is !== "on") return undefined;
  if (camera.isBlack)
    return "The picture is black. Is the lens covered, or another app using the camera?";
  return camera.qualityProblem && REMEDIES[camera.qualityProblem](camera);
}

const REMEDIES: Record<QualityProblem, (camera: On) => string> = {
  dark: ({ torch }) =>
    torch === false ? "Too dark: switch on the torch" : "Too dark: go where there is more light",
  blurred: () => "Out of focus: move a little away, and hold still",
  small: ({ zoom }) =>
    zoom && zoom.value < zoom.max ? "Too small: come closer, or zoom in" : "Too small: come closer",
};

/** What happened, and what to do. */
export const PROBLEMS: Record<CameraProblem, [what: string, remedy: string]> = {
  denied: [
    "This page is not allowed to use the camera.",
    "Allow the camera for this site in the browser settings, then try again.",
  ],
  missing: ["No camera found.", "Connect a camera, then try again."],
  busy: ["The camera is not working.", "Close other apps that may use it, then try again."],
  unsupported: ["This browser cannot use the camera here.", "Open the page with https."],
  decoder: ["The barcode reader did not start.", "Go online and reload the page."],
};
