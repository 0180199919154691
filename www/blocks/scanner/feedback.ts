// Sound and vibration, for people who look at the box and not at the screen.
import { loadSetting, saveSetting } from "./settings.js";
import type { SignalKind } from "./types.js";

export interface Feedback {
  beep: boolean;
  vibrate: boolean;
}

interface Tone {
  frequency: number;
  /** The start, in seconds after the start of the signal. */
  from: number;
  seconds: number;
}

/**
 * Vibration in milliseconds (on, off, on …), and tones. The rhythms differ, so that signals can be
 * distinguished in a pocket or without hearing pitch.
 */
export const SIGNALS: Record<SignalKind, { vibration: number[]; tones: Tone[] }> = {
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

const SETTING = "pack-lookup-feedback";
let audio: AudioContext | undefined;

export function savedFeedback(): Feedback {
  return loadSetting(SETTING, isFeedback) ?? { beep: true, vibrate: true };
}

export function saveFeedback(feedback: Feedback): void {
  saveSetting(SETTING, feedback);
}

function isFeedback(value: unknown): value is Feedback {
  const { beep, vibrate } = (value ?? {}) as Partial<Feedback>;
  return typeof beep === "boolean" && typeof vibrate === "boolean";
}

export function signal(feedback: Feedback, kind: SignalKind): void {
  const { vibration, tones } = SIGNALS[kind];
  if (feedback.vibrate) tryTo(() => navigator.vibrate?.(vibration));
  if (feedback.beep) tryTo(() => play(tones));
}

/**
 * Runs an action that a device may not support. A failure must not lose a scan; the screen shows
 * the result too.
 */
function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // The screen and the other signal remain.
  }
}

function play(tones: Tone[]): void {
  audio ??= new AudioContext();
  // Phones suspend audio with the page.
  if (audio.state !== "running") void audio.resume().catch(() => undefined);
  for (const tone of tones) playTone(audio, tone);
}

function playTone(audio: AudioContext, { frequency, from, seconds }: Tone): void {
  const start = audio.currentTime + from;
  const gain = new GainNode(audio, { gain: 0.08 });
  const oscillator = new OscillatorNode(audio, { frequency });
  gain.gain.setValueAtTime(0.08, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
