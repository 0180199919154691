// Chromium, Firefox and WebKit behind one small face: open a page, run a function in it.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { Browser, Builder, Capabilities } from "selenium-webdriver";
import firefox from "selenium-webdriver/firefox.js";
import { prepareBrowsers } from "../scripts/browsers.mjs";
import { chromiumOptions } from "../scripts/page-chromium.mjs";
import { program } from "../scripts/project.mjs";

const programs = prepareBrowsers();

/// Each starts a browser and gives `{ open(url), run(function), close() }`. What `run` gets is awaited in the page.
export const engines = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };

async function startChromium() {
  const browser = await chromium.launch({ ...chromiumOptions(), executablePath: programs.chromium });
  const page = await browser.newPage();
  return { open: (url) => page.goto(url), run: (body) => page.evaluate(body), close: () => browser.close() };
}

async function startFirefox() {
  const options = new firefox.Options().addArguments("-headless").setBinary(programs.firefox);
  const service = new firefox.ServiceBuilder(program("geckodriver"));
  const driver = await new Builder().forBrowser(Browser.FIREFOX).setFirefoxOptions(options).setFirefoxService(service).build();
  return driven(driver, () => driver.quit());
}

/// WebKit's driver has no headless mode of its own: it gets a display that nobody sees.
async function startWebKit() {
  const port = await freePort();
  const process = spawn(programs.xvfb, ["-a", programs.webkitDriver, `--port=${port}`], { stdio: "ignore", detached: true });
  const driver = await retried(() =>
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(new Capabilities({ browserName: "MiniBrowser" })).build());
  return driven(driver, async () => {
    await driver.quit();
    // The display's wrapper passes no signal on: the whole group goes.
    globalThis.process.kill(-process.pid);
  });
}

async function driven(driver, close) {
  await driver.manage().setTimeouts({ script: 60_000 });
  const script = (body) => `const done = arguments[0]; Promise.resolve((${body})()).then((value) => done({ value }), (error) => done({ error: String(error) }))`;
  const run = async (body) => {
    const { value, error } = await driver.executeAsyncScript(script(body));
    if (error !== undefined) throw new Error(error);
    return value;
  };
  return { open: (url) => driver.get(url), run, close };
}

async function retried(attempt, times = 40) {
  for (let left = times; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(250);
    }
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
