// Tests the installation of browsers, Python programs and TypeScript clients on simulated machines.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { describeMissing, prepareBrowsers } from "../../scripts/setup/browsers.mjs";
import {
  preparePythonClients,
  prepareSchemathesis,
  prepareTypeScriptClients,
} from "../../scripts/setup/tools.mjs";

// Tests which browsers are found and installed, on simulated platforms.
describe("browsers", () => {
  /**
   * Simulates a machine with these programs. Programs in `installed` appear in /usr/bin after the
   * package manager ran.
   */
  function machine({
    platform,
    programs = [],
    commands = [],
    uid = 1000,
    env = { PATH: "/bin:/usr/bin" },
    installs = {},
    refuses = false,
  }) {
    const present = new Set(programs);
    const ran = [];
    return {
      platform,
      env,
      uid,
      ran,
      isProgram: (path) => present.has(path),
      runs: (command) => commands.includes(command),
      run: (command, args) => {
        ran.push([command, ...args].join(" "));
        if (refuses) throw new Error("no network");
        args.flatMap((name) => installs[name] ?? []).forEach((path) => present.add(path));
      },
    };
  }

  const found = (programs) =>
    Object.fromEntries(Object.entries(programs).filter(([, path]) => path !== undefined));

  const onDebian = {
    chromium: ["/usr/bin/chromium"],
    "chromium-driver": ["/usr/bin/chromedriver"],
    "firefox-esr": ["/usr/bin/firefox-esr"],
    "webkit2gtk-driver": ["/usr/bin/WebKitWebDriver"],
    xvfb: ["/usr/bin/xvfb-run"],
    ffmpeg: ["/usr/bin/ffmpeg"],
  };
  const onFedora = [
    "chromium-browser",
    "chromedriver",
    "firefox",
    "WebKitWebDriver",
    "xvfb-run",
    "xauth",
    "ffmpeg",
  ].map((name) => `/usr/bin/${name}`);

  describe("Linux", () => {
    test("uses installed programs and installs nothing", () => {
      const full = machine({
        platform: "linux",
        programs: Object.values(onDebian).flat(),
        commands: ["apt-get"],
        uid: 0,
      });
      const programs = prepareBrowsers(full);
      assert.deepEqual(programs, {
        chromium: "/usr/bin/chromium",
        chromedriver: "/usr/bin/chromedriver",
        firefox: "/usr/bin/firefox-esr",
        webkitDriver: "/usr/bin/WebKitWebDriver",
        display: "/usr/bin/xvfb-run",
        ffmpeg: "/usr/bin/ffmpeg",
      });
      assert.deepEqual(full.ran, []);
    });

    test("installs missing programs with apt-get", () => {
      const debian = machine({
        platform: "linux",
        programs: ["/usr/bin/ffmpeg"],
        commands: ["apt-get"],
        uid: 0,
        installs: onDebian,
      });
      const programs = prepareBrowsers(debian);
      assert.equal(describeMissing(Object.keys(programs), programs, "linux"), null);
      assert.deepEqual(debian.ran, [
        "apt-get update",
        "apt-get -o DPkg::Lock::Timeout=900 --yes --no-install-recommends install chromium chromium-driver firefox-esr webkit2gtk-driver xvfb xauth",
      ]);
    });

    test("installs by file with dnf, through sudo without a password", () => {
      const installs = Object.fromEntries(onFedora.map((path) => [path, [path]]));
      const fedora = machine({ platform: "linux", commands: ["dnf", "sudo"], installs });
      const programs = prepareBrowsers(fedora);
      assert.equal(describeMissing(Object.keys(programs), programs, "linux"), null);
      assert.deepEqual(fedora.ran, [`sudo -n dnf --assumeyes install ${onFedora.join(" ")}`]);
    });

    for (const [name, rest] of [
      ["without root rights", { commands: ["apt-get"] }],
      ["without a known package manager", { uid: 0 }],
    ]) {
      test(`reports missing programs ${name}`, () => {
        const poor = machine({ platform: "linux", programs: ["/usr/bin/chromium"], ...rest });
        const programs = prepareBrowsers(poor);
        assert.deepEqual(found(programs), { chromium: "/usr/bin/chromium" });
        assert.deepEqual(poor.ran, []);
        assert.equal(describeMissing(["chromium"], programs, "linux"), null);
        assert.equal(
          describeMissing(["chromium", "display"], programs, "linux"),
          "xvfb-run is missing (apt-get install xvfb xauth, or dnf install /usr/bin/xvfb-run /usr/bin/xauth)",
        );
      });
    }

    test("reports missing programs if the installation fails", () => {
      const offline = machine({ platform: "linux", commands: ["apt-get"], uid: 0, refuses: true });
      assert.match(
        describeMissing(["firefox"], prepareBrowsers(offline), "linux"),
        /^firefox-esr is missing/,
      );
    });
  });

  describe("macOS", () => {
    test("finds browsers among the applications, and needs no display for Safari", () => {
      const mac = machine({
        platform: "darwin",
        programs: [
          "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
          "/Applications/Firefox.app/Contents/MacOS/firefox",
          "/usr/bin/safaridriver",
          "/opt/homebrew/bin/ffmpeg",
        ],
        env: { PATH: "/opt/homebrew/bin" },
      });
      const programs = prepareBrowsers(mac);
      assert.equal(programs.webkitDriver, "/usr/bin/safaridriver");
      assert.equal(programs.ffmpeg, "/opt/homebrew/bin/ffmpeg");
      assert.equal(
        describeMissing(["chromium", "firefox", "webkitDriver", "display"], programs, "darwin"),
        null,
      );
      assert.equal(
        describeMissing(["chromedriver"], programs, "darwin"),
        "chromedriver is missing (brew install --cask chromedriver)",
      );
    });

    test("installs nothing", () => {
      const empty = machine({ platform: "darwin", commands: ["apt-get", "sudo"] });
      assert.deepEqual(found(prepareBrowsers(empty)), {});
      assert.deepEqual(empty.ran, []);
    });
  });

  describe("Windows", () => {
    const env = {
      Path: "C:\\bin;C:\\tools",
      ProgramFiles: "C:\\Program Files",
      "ProgramFiles(x86)": "C:\\Program Files (x86)",
    };

    test("finds browsers among the programs", () => {
      const chrome = "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe";
      const firefox = "C:\\Program Files\\Mozilla Firefox\\firefox.exe";
      const programs = prepareBrowsers(
        machine({
          platform: "win32",
          uid: undefined,
          env,
          programs: [chrome, firefox, "C:\\tools\\ffmpeg.exe"],
        }),
      );
      assert.deepEqual(found(programs), {
        chromium: chrome,
        firefox,
        ffmpeg: "C:\\tools\\ffmpeg.exe",
      });
    });

    test("falls back to Edge without Chrome", () => {
      const edge = "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe";
      assert.equal(
        prepareBrowsers(machine({ platform: "win32", env, programs: [edge] })).chromium,
        edge,
      );
    });

    test("reports that there is no WebKit", () => {
      const programs = prepareBrowsers(machine({ platform: "win32", env }));
      assert.equal(
        describeMissing(["webkitDriver", "display"], programs, "win32"),
        "webkitDriver is missing (there is no WebKit for Windows)",
      );
    });
  });

  test("searches the programs of Linux on any other platform, and installs nothing", () => {
    const bsd = machine({
      platform: "freebsd",
      programs: ["/usr/bin/chromium"],
      commands: ["apt-get"],
      uid: 0,
    });
    assert.deepEqual(found(prepareBrowsers(bsd)), { chromium: "/usr/bin/chromium" });
    assert.deepEqual(bsd.ran, []);
  });
});

// Tests the installation of schemathesis on a simulated machine.
describe("Python programs", () => {
  const folder = join("t", "schemathesis");
  const program = join(folder, "bin", "schemathesis");

  /** Simulates a machine with these Pythons and files. */
  function machine({ pythons = [], files = {}, platform = "linux", refuses = false } = {}) {
    const ran = [];
    return {
      platform,
      folder,
      ran,
      files,
      capture: (name) => (pythons.includes(name) ? "" : null),
      exists: (file) => file in files,
      read: (file) => files[file] ?? "the list\n",
      write: (file, text) => (files[file] = text),
      run: (command, args) => {
        ran.push([command, ...args].join(" "));
        if (refuses) throw new Error("no network");
      },
    };
  }

  test("keeps an environment with the same requirements", () => {
    const current = machine({
      files: { [program]: "", [join(folder, "requirements.txt")]: "the list\n" },
    });
    assert.deepEqual(prepareSchemathesis(current), { program });
    assert.deepEqual(current.ran, []);
  });

  test("rebuilds an environment with other requirements", () => {
    const old = machine({
      pythons: ["python3"],
      files: { [program]: "", [join(folder, "requirements.txt")]: "an older list\n" },
    });
    assert.deepEqual(prepareSchemathesis(old), { program });
    assert.match(old.ran[0], /^python3 -m venv --clear /);
    assert.match(old.ran[1], /python -m pip install .*requirements\.txt$/);
    assert.equal(old.files[join(folder, "requirements.txt")], "the list\n");
  });

  test("uses the Scripts folder on Windows", () => {
    assert.deepEqual(prepareSchemathesis(machine({ platform: "win32", pythons: ["python"] })), {
      program: join(folder, "Scripts", "schemathesis.exe"),
    });
  });

  test("reports a missing Python", () => {
    assert.match(
      prepareSchemathesis(machine()).missing,
      /^Python 3\.10 or later with venv is missing \(/,
    );
  });

  test("reports a failed installation and does not record it", () => {
    const offline = machine({ pythons: ["python3"], refuses: true });
    assert.deepEqual(prepareSchemathesis(offline), {
      missing: "schemathesis could not be installed: no network",
    });
    assert.deepEqual(offline.files, {});
  });

  test("installs the requirements of the recipes separately", () => {
    const recipes = machine({ pythons: ["python3"] });
    assert.deepEqual(preparePythonClients(recipes), { program: join(folder, "bin", "python") });
    assert.match(recipes.ran[1], /docs.clients.requirements\.txt$/);
  });
});

// Tests the installation of openapi-typescript on a simulated machine.
describe("TypeScript clients", () => {
  const program = join("t", "node_modules");
  const record = join(program, ".package-lock.json");

  /** Simulates a machine with these files, by default all with the same text. */
  function machine({ files = [], read = () => "the lock", refuses = false } = {}) {
    const ran = [];
    const run = (command, args) => {
      ran.push([command, ...args].join(" "));
      if (refuses) throw new Error("no network");
    };
    return {
      folder: "t",
      source: "s",
      ran,
      read,
      run,
      exists: (file) => files.includes(file),
      copyPackageFiles: (folder) => ran.push(`copy ${folder}`),
    };
  }

  test("keeps packages of the same lock file", () => {
    const current = machine({ files: [record, join("t", "package-lock.json")] });
    assert.deepEqual(prepareTypeScriptClients(current), { program });
    assert.deepEqual(current.ran, []);
  });

  test("installs missing packages, and the packages of another lock file", () => {
    for (const old of [
      machine(),
      machine({ files: [record, join("t", "package-lock.json")], read: (file) => file }),
    ]) {
      assert.deepEqual(prepareTypeScriptClients(old), { program });
      assert.deepEqual(old.ran, ["copy t", "npm ci --silent --no-audit --no-fund --prefix t"]);
    }
  });

  test("reports a failed installation", () => {
    assert.deepEqual(prepareTypeScriptClients(machine({ refuses: true })), {
      missing: "openapi-typescript could not be installed: no network",
    });
  });
});
