// A sound and a buzz, for those who look at the box and not at the screen.
import { recall, remember } from "../settings.js";

export interface Feedback {
  beep: boolean;
  vibrate: boolean;
}

/** What a scan has to say, the most urgent last. */
export type Kind =
  /** Read, and nothing to add. */
  | "plain"
  /** Demonstration, old or damaged data. */
  | "data"
  /** No pack, or nothing that can be read. */
  | "nothing"
  /** Doubt about which medicine the code means. */
  | "code"
  /** The box must not be used as it is: expired, or its serial was seen before. */
  | "box";

interface Tone {
  frequency: number;
  /** Seconds after the signal's beginning. */
  from: number;
  seconds: number;
}

/** Milliseconds on, off, on …, and tones. Rhythms differ, so that they are told apart through a pocket or without an ear for pitch. */
export const SIGNALS: Record<Kind, { vibration: number[]; tones: Tone[] }> = {
  plain: { vibration: [40], tones: [{ frequency: 880, from: 0, seconds: 0.09 }] },
  data: {
    vibration: [40, 60, 40],
    tones: [
      { frequency: 880, from: 0, seconds: 0.09 },
      { frequency: 660, from: 0.12, seconds: 0.12 },
    ],
  },
  nothing: { vibration: [250], tones: [{ frequency: 220, from: 0, seconds: 0.35 }] },
  code: {
    vibration: [80, 60, 160],
    tones: [
      { frequency: 620, from: 0, seconds: 0.14 },
      { frequency: 390, from: 0.17, seconds: 0.24 },
    ],
  },
  box: {
    vibration: [160, 70, 160, 70, 160, 70, 160],
    tones: [
      { frequency: 1050, from: 0, seconds: 0.13 },
      { frequency: 700, from: 0.16, seconds: 0.13 },
      { frequency: 1050, from: 0.32, seconds: 0.13 },
      { frequency: 700, from: 0.48, seconds: 0.26 },
    ],
  },
};

const CHOICE = "pack-lookup-feedback";
let audio: AudioContext | undefined;

export function rememberedFeedback(): Feedback {
  return recall(CHOICE, isFeedback) ?? { beep: true, vibrate: true };
}

export function rememberFeedback(feedback: Feedback): void {
  remember(CHOICE, feedback);
}

function isFeedback(value: unknown): value is Feedback {
  const { beep, vibrate } = (value ?? {}) as Partial<Feedback>;
  return typeof beep === "boolean" && typeof vibrate === "boolean";
}

export function signal(feedback: Feedback, kind: Kind): void {
  const { vibration, tones } = SIGNALS[kind];
  if (feedback.vibrate) attempt(() => navigator.vibrate?.(vibration));
  if (feedback.beep) attempt(() => play(tones));
}

/** A device that can't is no reason to lose a scan: what matters stands on the screen too. */
function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // The other sense and the screen are left.
  }
}

function play(tones: Tone[]): void {
  audio ??= new AudioContext();
  // Phones suspend it with the page.
  if (audio.state !== "running") void audio.resume().catch(() => undefined);
  for (const tone of tones) sound(audio, tone);
}

function sound(audio: AudioContext, { frequency, from, seconds }: Tone): void {
  const start = audio.currentTime + from;
  const gain = new GainNode(audio, { gain: 0.08 });
  const oscillator = new OscillatorNode(audio, { frequency });
  gain.gain.setValueAtTime(0.08, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
