// The address at which the service worker receives pictures that another app shares with the
// installed page. The manifest has it, too.

/** The action of the share target, and the field of its form with the pictures. */
export const SHARE_TARGET = { action: "share", field: "pictures" } as const;

/** The address at which the page asks for shared pictures. */
export const SHARED = "#/shared";

/** The page's message to the service worker, with a port for the answer: an array of files. */
export const TAKE_SHARED = "TAKE_SHARED";
