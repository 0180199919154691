// A beep and a buzz, for those who look at the box and not at the screen.

export interface Feedback {
  beep: boolean;
  vibrate: boolean;
}

const CHOICE = "pack-lookup-feedback";
let audio: AudioContext | undefined;

export function rememberedFeedback(): Feedback {
  const kept = localStorage.getItem(CHOICE);
  return kept ? JSON.parse(kept) : { beep: true, vibrate: true };
}

export function rememberFeedback(feedback: Feedback): void {
  localStorage.setItem(CHOICE, JSON.stringify(feedback));
}

/** Two falling tones say "look at the screen"; one says "read". */
export function signal(feedback: Feedback, isWarning: boolean): void {
  if (feedback.vibrate) navigator.vibrate?.(isWarning ? [80, 60, 160] : 40);
  if (!feedback.beep) return;
  if (isWarning) {
    tone(620, 0, 0.14);
    tone(390, 0.17, 0.24);
  } else {
    tone(880, 0, 0.09);
  }
}

function tone(frequency: number, delay: number, seconds: number): void {
  audio ??= new AudioContext();
  const start = audio.currentTime + delay;
  const gain = new GainNode(audio, { gain: 0.08 });
  const oscillator = new OscillatorNode(audio, { frequency });
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
