// The files of the reader of print on this device. The page downloads them only when a person asks
// for the reader; the service worker then keeps and updates them as it does the files of the page.

/** The cache of the files. It exists only after a person has downloaded the reader. */
export const PRINT_CACHE = "pack-lookup-print";

/** The names that the build gives to the files: compressed models and WebAssembly, and scripts. */
const PRINT_FILE = /\/assets\/print-[\w-]+\.(?:bin|js)$/;

/** Returns whether a path or an address is of a file of the reader. */
export const isPrintFile = (url: string): boolean => PRINT_FILE.test(`/${url.replace(/^\//, "")}`);

/** The message with which the page asks the service worker to keep the scripts, too. */
export const KEEP_PRINT = "KEEP_PRINT";
