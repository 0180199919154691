// The programs that browser tests need, by platform. Existing ones are used. A missing one is
// installed if the package manager and the rights are available; without it some tests are skipped.
import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { capture, Failure, run, say } from "../common/run.mjs";

/**
 * Each program with its names on PATH and its packages on Debian and Ubuntu. dnf finds a package by
 * a file in it.
 */
const linux = {
  chromium: {
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    apt: ["chromium"],
    dnf: ["/usr/bin/chromium-browser"],
  },
  chromedriver: {
    names: ["chromedriver"],
    apt: ["chromium-driver"],
    dnf: ["/usr/bin/chromedriver"],
  },
  firefox: { names: ["firefox-esr", "firefox"], apt: ["firefox-esr"], dnf: ["/usr/bin/firefox"] },
  webkitDriver: {
    names: ["WebKitWebDriver"],
    apt: ["webkit2gtk-driver"],
    dnf: ["/usr/bin/WebKitWebDriver"],
  },
  /** WebKit's driver has no headless mode, so it gets a virtual display. */
  display: {
    names: ["xvfb-run"],
    apt: ["xvfb", "xauth"],
    dnf: ["/usr/bin/xvfb-run", "/usr/bin/xauth"],
  },
  ffmpeg: { names: ["ffmpeg"], apt: ["ffmpeg"], dnf: ["/usr/bin/ffmpeg"] },
};

const inApplications = (app, name) => `/Applications/${app}.app/Contents/MacOS/${name}`;

/** Safari and its driver are part of macOS. The driver needs no virtual display. */
const darwin = {
  chromium: {
    names: ["chromium"],
    places: [
      inApplications("Google Chrome", "Google Chrome"),
      inApplications("Chromium", "Chromium"),
    ],
    advice: "install Google Chrome",
  },
  chromedriver: { names: ["chromedriver"], advice: "brew install --cask chromedriver" },
  firefox: {
    names: ["firefox"],
    places: [inApplications("Firefox", "firefox")],
    advice: "install Firefox",
  },
  webkitDriver: {
    names: [],
    places: ["/usr/bin/safaridriver"],
    advice: "it comes with macOS; enable it with: safaridriver --enable",
  },
  ffmpeg: { names: ["ffmpeg"], advice: "brew install ffmpeg" },
};

const inPrograms = (path) =>
  ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].map((folder) => ({ folder, path }));

/** Edge is part of Windows and is based on Chromium. Only its driver differs. */
const windows = {
  chromium: {
    names: ["chrome.exe"],
    places: [
      ...inPrograms("Google\\Chrome\\Application\\chrome.exe"),
      ...inPrograms("Microsoft\\Edge\\Application\\msedge.exe"),
    ],
    advice: "install Google Chrome",
  },
  chromedriver: {
    names: ["chromedriver.exe"],
    advice: "get it from https://googlechromelabs.github.io/chrome-for-testing",
  },
  firefox: {
    names: ["firefox.exe"],
    places: inPrograms("Mozilla Firefox\\firefox.exe"),
    advice: "install Firefox",
  },
  webkitDriver: { names: [], advice: "there is no WebKit for Windows" },
  ffmpeg: { names: ["ffmpeg.exe"], advice: "winget install ffmpeg" },
};

const platforms = { linux, darwin, win32: windows };
const programsOf = (platform) => platforms[platform] ?? linux;

const thisMachine = {
  platform: process.platform,
  env: process.env,
  uid: process.getuid?.(),
  isProgram,
  runs,
  run,
};

/** Installs missing programs, and returns the path of each available one by its key. */
export function prepareBrowsers(machine = thisMachine) {
  const missing = Object.keys(programsOf(machine.platform)).filter((key) => !find(key, machine));
  if (missing.length > 0) install(missing, machine);
  return Object.fromEntries(
    Object.keys(programsOf(machine.platform)).map((key) => [key, find(key, machine)]),
  );
}

/**
 * Returns in one sentence which programs are missing and how to get them, or `null`. A program that
 * a platform's table lacks is not needed there.
 */
export function describeMissing(keys, found, platform = process.platform) {
  const programs = programsOf(platform);
  const missing = keys.filter((key) => programs[key] && !found[key]);
  if (missing.length === 0) return null;
  return missing
    .map((key) => `${programs[key].names[0] ?? key} is missing (${adviceFor(programs[key])})`)
    .join("; ");
}

/** Names Chromium and ffmpeg in the environment, or fails. */
export function useBrowser() {
  const found = prepareBrowsers();
  const missing = describeMissing(["chromium", "ffmpeg"], found);
  if (missing) throw new Failure(missing);
  Object.assign(process.env, { CHROMIUM: found.chromium, FFMPEG: found.ffmpeg });
}

const adviceFor = ({ advice, apt, dnf }) =>
  advice ?? `apt-get install ${apt.join(" ")}, or dnf install ${dnf.join(" ")}`;

function find(key, machine) {
  return candidates(programsOf(machine.platform)[key], machine).find(machine.isProgram);
}

function candidates({ names, places = [] }, { platform, env }) {
  const { delimiter, join } = platform === "win32" ? win32 : posix;
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter(Boolean);
  const named = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...named, ...places.map((place) => absolute(place, env, join)).filter(Boolean)];
}

/**
 * The absolute path of a place. Windows has the folders of programs in variables, not all
 * of which exist on every system.
 */
function absolute(place, env, join) {
  if (typeof place === "string") return place;
  return env[place.folder] && join(env[place.folder], place.path);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Installs programs. A failure is printed; the suites that need a missing program report it. */
function install(missing, machine) {
  const manager = packageManager(machine);
  if (manager === null) return;
  const packages = missing.flatMap((key) => programsOf(machine.platform)[key][manager.name]);
  say(`Installing ${packages.join(", ")}`);
  try {
    for (const [command, ...args] of manager.steps(packages))
      machine.run(command, args, { DEBIAN_FRONTEND: "noninteractive" });
  } catch (error) {
    console.error(error.message);
  }
}

const managers = [
  {
    name: "apt",
    command: "apt-get",
    steps: (packages) => [
      ["update"],
      // Another installation may hold the lock, so apt waits for it.
      ["-o", "DPkg::Lock::Timeout=900", "--yes", "--no-install-recommends", "install", ...packages],
    ],
  },
  { name: "dnf", command: "dnf", steps: (packages) => [["--assumeyes", "install", ...packages]] },
];

/** The package manager if this user may use it without a password. */
function packageManager(machine) {
  if (machine.platform !== "linux") return null;
  const found = managers.find(({ command }) => machine.runs(command, ["--version"]));
  const prefix = found && rights(machine);
  return prefix
    ? {
        ...found,
        steps: (packages) =>
          found.steps(packages).map((args) => [...prefix, found.command, ...args]),
      }
    : null;
}

function rights({ uid, runs }) {
  if (uid === 0) return [];
  return runs("sudo", ["-n", "true"]) ? ["sudo", "-n"] : null;
}

function runs(command, args) {
  return capture(command, args) !== null;
}
