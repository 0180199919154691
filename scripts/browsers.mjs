// Programs that the browser tests need. Those that are found are used; one that is missing is installed where
// the system's package manager and the rights are at hand.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { capture, Failure, run, say } from "./run.mjs";

/// Each with the names it goes by and its packages on Debian and Ubuntu.
const programs = {
  chromium: {
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    packages: ["chromium"],
  },
  chromedriver: { names: ["chromedriver"], packages: ["chromium-driver"] },
  firefox: { names: ["firefox-esr", "firefox"], packages: ["firefox-esr"] },
  webkitDriver: { names: ["WebKitWebDriver"], packages: ["webkit2gtk-driver"] },
  xvfb: { names: ["xvfb-run"], packages: ["xvfb", "xauth"] },
  ffmpeg: { names: ["ffmpeg"], packages: ["ffmpeg"] },
};

/// The path of each program by its key, all of them on the machine afterwards.
export function prepareBrowsers() {
  const missing = Object.keys(programs).filter((key) => !find(key));
  if (missing.length > 0) install(missing);
  return Object.fromEntries(Object.keys(programs).map((key) => [key, find(key) ?? lacks([key])]));
}

function find(key) {
  const folders = process.env.PATH.split(delimiter);
  const candidates = programs[key].names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function install(missing) {
  const apt = aptGet() ?? lacks(missing);
  const packages = missing.flatMap((key) => programs[key].packages);
  say(`Installing ${packages.join(", ")}`);
  run(apt[0], [...apt.slice(1), "update"]);
  // Another installation on this machine may hold the lock: waiting is better than failing.
  const options = ["-o", "DPkg::Lock::Timeout=900", "--yes", "--no-install-recommends"];
  run(apt[0], [...apt.slice(1), ...options, "install", ...packages], { DEBIAN_FRONTEND: "noninteractive" });
}

/// The command for packages, where this user may use it without being asked for a password.
function aptGet() {
  if (capture("apt-get", ["--version"]) === null) return null;
  if (process.getuid() === 0) return ["apt-get"];
  return capture("sudo", ["-n", "true"]) === null ? null : ["sudo", "-n", "apt-get"];
}

function lacks(keys) {
  const names = keys.map((key) => programs[key].names[0]).join(", ");
  const packages = keys.flatMap((key) => programs[key].packages).join(" ");
  throw new Failure(`The tests need ${names}: install them (Debian, Ubuntu: apt-get install ${packages}) and try again`);
}
