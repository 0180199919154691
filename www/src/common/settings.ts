// Settings that the page stores between visits.
import { loadSetting, saveSetting } from "blocks/scanner/settings.js";

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

const QUESTIONS_SENT = "pack-lookup-ask-server";

export const saveQuestionsSent = (areSent: boolean): void => saveSetting(QUESTIONS_SENT, areSent);

/** Reports whether the person chose to send questions to the server while the data loads. */
export const areQuestionsSent = (): boolean => loadSetting(QUESTIONS_SENT, isBoolean) ?? false;

const KIOSK = "pack-lookup-kiosk";

export const saveKiosk = (isOn: boolean): void => saveSetting(KIOSK, isOn);

/** Reports whether this device is in kiosk mode. */
export const isKioskOn = (): boolean => loadSetting(KIOSK, isBoolean) ?? false;

const COUNTING = "pack-lookup-count";

export const saveCounting = (isOn: boolean): void => saveSetting(COUNTING, isOn);

/** Reports whether the camera counts every code in view. */
export const isCountingOn = (): boolean => loadSetting(COUNTING, isBoolean) ?? false;

const LIMITS_DISMISSED = "pack-lookup-limits-dismissed";

export const saveLimitsDismissed = (): void => saveSetting(LIMITS_DISMISSED, true);

/** Reports whether the person has dismissed the notice on this browser's limits, on any visit. */
export const areLimitsDismissed = (): boolean => loadSetting(LIMITS_DISMISSED, isBoolean) ?? false;
