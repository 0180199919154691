/** The reader of print in this build of the page (`www/vite.config.ts`). */
declare module "virtual:print-reader" {
  import type { PrintBuild } from "./download.js";

  /** `undefined` if the reader was not built. */
  export const printBuild: PrintBuild | undefined;
}
