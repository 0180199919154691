// Chromium, Firefox and WebKit with one interface: open a page, run a function in it, type keys,
// choose a file.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { Browser, Builder, By, Capabilities, Key } from "selenium-webdriver";
import firefox from "selenium-webdriver/firefox.js";
import { prepareBrowsers, describeMissing } from "../../scripts/setup/browsers.mjs";
import { chromiumOptions, untilTrue } from "../page/driver.mjs";
import { program } from "../../scripts/common/project.mjs";
import { freePort } from "./network.mjs";

const programs = prepareBrowsers();

/**
 * `start` starts a browser and returns `{ open(url), run(function, argument), press(text),
 * choose(selector, file), close() }`. A promise that the function returns is awaited in the page.
 * `skip` is the reason why a browser cannot start on this machine.
 */
export const engines = {
  chromium: { start: startChromium, skip: whyNot("chromium") },
  firefox: { start: startFirefox, skip: whyNot("firefox") },
  webkit: { start: startWebKit, skip: whyNot("webkitDriver", "display") },
};

/** Returns why an engine is skipped. With CI=true it is started in any case, and fails. */
function whyNot(...keys) {
  return process.env.CI !== "true" && (describeMissing(keys, programs) ?? false);
}

async function startChromium() {
  const browser = await chromium.launch({
    ...chromiumOptions(),
    executablePath: programs.chromium,
  });
  const page = await browser.newPage();
  return {
    open: (url) => page.goto(url),
    run: (body, argument) => page.evaluate(body, argument),
    press: (text) => page.keyboard.type(text),
    choose: (selector, file) => page.setInputFiles(selector, file),
    close: () => browser.close(),
  };
}

async function startFirefox() {
  const options = new firefox.Options().addArguments("-headless").setBinary(programs.firefox);
  const service = new firefox.ServiceBuilder(program("geckodriver"));
  const driver = await new Builder()
    .forBrowser(Browser.FIREFOX)
    .setFirefoxOptions(options)
    .setFirefoxService(service)
    .build();
  return driven(driver, () => driver.quit());
}

async function startWebKit() {
  const port = await freePort();
  const server = startDriver(port);
  const builder = () =>
    new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities({ browserName }));
  const driver = await retried(() => builder().build());
  return driven(driver, async () => {
    await driver.quit();
    // The wrapper of the display forwards no signal, so the whole process group is killed.
    process.kill(-server.pid);
  });
}

const browserName = process.platform === "darwin" ? "safari" : "MiniBrowser";

function startDriver(port) {
  const { display, webkitDriver } = programs;
  const command = display
    ? [display, "-a", webkitDriver, `--port=${port}`]
    : [webkitDriver, "--port", String(port)];
  return spawn(command[0], command.slice(1), { stdio: "ignore", detached: true });
}

async function driven(driver, close) {
  await driver.manage().setTimeouts({ script: 60_000 });
  const script = (body) =>
    `const [argument, done] = arguments; Promise.resolve((${body})(argument)).then((value) => done({ value }), (error) => done({ error: String(error) }))`;
  const run = async (body, argument) => {
    const { value, error } = await driver.executeAsyncScript(script(body), argument);
    if (error !== undefined) throw new Error(error);
    return value;
  };
  return {
    open: (url) => driver.get(url),
    run,
    press: (text) => driver.actions().sendKeys(text.replaceAll("\n", Key.ENTER)).perform(),
    choose: (selector, file) => driver.findElement(By.css(selector)).sendKeys(file),
    close,
  };
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

const TIMEOUT_MS = 120_000;

/** Waits until a function returns true in the page of an engine. */
export function until(engine, what, isTrue, argument) {
  const describe = async () =>
    `${what}. The page shows: ${await engine.run(() => document.body.innerText)}`;
  return untilTrue(() => engine.run(isTrue, argument), TIMEOUT_MS, describe);
}
