/**
 * The oldest supported browsers, as a sentence names them. They are the same in `vite.config.ts`;
 * docs/browsers.md lists the reasons.
 */
export const SUPPORTED_BROWSERS =
  "Chrome or Edge 108, Firefox 114, Safari 16.4, or a later version";

/**
 * Reports whether the browser is older than Firefox 113 or Safari 16.4, in which this feature is
 * new. Those also lack other features.
 */
export const isTooOld = () => !("DecompressionStream" in globalThis);
