// How the tests start Chromium: the system's own, quiet, and with nothing asked of any network.
export function chromiumOptions(extra = []) {
  return {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...extra,
    ],
  };
}
