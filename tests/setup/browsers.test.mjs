// Tests which browsers are found and installed, on simulated platforms.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { prepareBrowsers, describeMissing } from "../../scripts/setup/browsers.mjs";

/** Simulates a machine with these programs. Programs in `installed` appear in /usr/bin after the package manager ran. */
function machine({ platform, programs = [], commands = [], uid = 1000, env = { PATH: "/bin:/usr/bin" }, installs = {}, refuses = false }) {
  const there = new Set(programs);
  const ran = [];
  return {
    platform,
    env,
    uid,
    ran,
    isProgram: (path) => there.has(path),
    runs: (command) => commands.includes(command),
    run: (command, args) => {
      ran.push([command, ...args].join(" "));
      if (refuses) throw new Error("no network");
      args.flatMap((name) => installs[name] ?? []).forEach((path) => there.add(path));
    },
  };
}

const found = (programs) => Object.fromEntries(Object.entries(programs).filter(([, path]) => path !== undefined));

const onDebian = { chromium: ["/usr/bin/chromium"], "chromium-driver": ["/usr/bin/chromedriver"], "firefox-esr": ["/usr/bin/firefox-esr"],
  "webkit2gtk-driver": ["/usr/bin/WebKitWebDriver"], xvfb: ["/usr/bin/xvfb-run"], ffmpeg: ["/usr/bin/ffmpeg"] };
const onFedora = ["chromium-browser", "chromedriver", "firefox", "WebKitWebDriver", "xvfb-run", "xauth", "ffmpeg"].map((name) => `/usr/bin/${name}`);

describe("Linux", () => {
  test("uses existing programs, and installs nothing", () => {
    const full = machine({ platform: "linux", programs: Object.values(onDebian).flat(), commands: ["apt-get"], uid: 0 });
    const programs = prepareBrowsers(full);
    assert.deepEqual(programs, { chromium: "/usr/bin/chromium", chromedriver: "/usr/bin/chromedriver", firefox: "/usr/bin/firefox-esr",
      webkitDriver: "/usr/bin/WebKitWebDriver", display: "/usr/bin/xvfb-run", ffmpeg: "/usr/bin/ffmpeg" });
    assert.deepEqual(full.ran, []);
  });

  test("installs missing programs with apt-get", () => {
    const debian = machine({ platform: "linux", programs: ["/usr/bin/ffmpeg"], commands: ["apt-get"], uid: 0, installs: onDebian });
    const programs = prepareBrowsers(debian);
    assert.equal(describeMissing(Object.keys(programs), programs, "linux"), null);
    assert.deepEqual(debian.ran, ["apt-get update",
      "apt-get -o DPkg::Lock::Timeout=900 --yes --no-install-recommends install chromium chromium-driver firefox-esr webkit2gtk-driver xvfb xauth"]);
  });

  test("installs with dnf by file names, with sudo if it needs no password", () => {
    const installs = Object.fromEntries(onFedora.map((path) => [path, [path]]));
    const fedora = machine({ platform: "linux", commands: ["dnf", "sudo"], installs });
    const programs = prepareBrowsers(fedora);
    assert.equal(describeMissing(Object.keys(programs), programs, "linux"), null);
    assert.deepEqual(fedora.ran, [`sudo -n dnf --assumeyes install ${onFedora.join(" ")}`]);
  });

  for (const [name, rest] of [["without the rights", { commands: ["apt-get"] }], ["without a package manager that is known", { uid: 0 }]]) {
    test(`says ${name} what is missing`, () => {
      const poor = machine({ platform: "linux", programs: ["/usr/bin/chromium"], ...rest });
      const programs = prepareBrowsers(poor);
      assert.deepEqual(found(programs), { chromium: "/usr/bin/chromium" });
      assert.deepEqual(poor.ran, []);
      assert.equal(describeMissing(["chromium"], programs, "linux"), null);
      assert.equal(describeMissing(["chromium", "display"], programs, "linux"),
        "xvfb-run is missing (apt-get install xvfb xauth, or dnf install /usr/bin/xvfb-run /usr/bin/xauth)");
    });
  }

  test("reports missing programs if the installation fails", () => {
    const offline = machine({ platform: "linux", commands: ["apt-get"], uid: 0, refuses: true });
    assert.match(describeMissing(["firefox"], prepareBrowsers(offline), "linux"), /^firefox-esr is missing/);
  });
});

describe("macOS", () => {
  test("finds browsers in Applications, and Safari's driver without a display", () => {
    const mac = machine({ platform: "darwin", programs: ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Firefox.app/Contents/MacOS/firefox", "/usr/bin/safaridriver", "/opt/homebrew/bin/ffmpeg"], env: { PATH: "/opt/homebrew/bin" } });
    const programs = prepareBrowsers(mac);
    assert.equal(programs.webkitDriver, "/usr/bin/safaridriver");
    assert.equal(programs.ffmpeg, "/opt/homebrew/bin/ffmpeg");
    assert.equal(describeMissing(["chromium", "firefox", "webkitDriver", "display"], programs, "darwin"), null);
    assert.equal(describeMissing(["chromedriver"], programs, "darwin"), "chromedriver is missing (brew install --cask chromedriver)");
  });

  test("installs nothing", () => {
    const empty = machine({ platform: "darwin", commands: ["apt-get", "sudo"] });
    assert.deepEqual(found(prepareBrowsers(empty)), {});
    assert.deepEqual(empty.ran, []);
  });
});

describe("Windows", () => {
  const env = { Path: "C:\\bin;C:\\tools", ProgramFiles: "C:\\Program Files", "ProgramFiles(x86)": "C:\\Program Files (x86)" };

  test("finds browsers in Program Files", () => {
    const chrome = "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe";
    const firefox = "C:\\Program Files\\Mozilla Firefox\\firefox.exe";
    const programs = prepareBrowsers(machine({ platform: "win32", uid: undefined, env, programs: [chrome, firefox, "C:\\tools\\ffmpeg.exe"] }));
    assert.deepEqual(found(programs), { chromium: chrome, firefox, ffmpeg: "C:\\tools\\ffmpeg.exe" });
  });

  test("uses Edge if Chrome is missing", () => {
    const edge = "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe";
    assert.equal(prepareBrowsers(machine({ platform: "win32", env, programs: [edge] })).chromium, edge);
  });

  test("reports that there is no WebKit", () => {
    const programs = prepareBrowsers(machine({ platform: "win32", env }));
    assert.equal(describeMissing(["webkitDriver", "display"], programs, "win32"), "webkitDriver is missing (there is no WebKit for Windows)");
  });
});

test("uses the programs of Linux on other platforms, and installs nothing", () => {
  const bsd = machine({ platform: "freebsd", programs: ["/usr/bin/chromium"], commands: ["apt-get"], uid: 0 });
  assert.deepEqual(found(prepareBrowsers(bsd)), { chromium: "/usr/bin/chromium" });
  assert.deepEqual(bsd.ran, []);
});
