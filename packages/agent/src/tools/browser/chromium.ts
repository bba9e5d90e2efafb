// Starts a browser as a guarded process with a temporary profile.
import { ParleyError, within } from "@parley/base";
import { exitError, spawnProcess, type GuardedProcess } from "@parley/machine";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserType } from "playwright-core";
import { SECRET_VARIABLES } from "../../secrets/secret-variables.ts";
import { createPipeTransport } from "./cdp-pipe.ts";
import { BROWSER_CLOSE_MS, BROWSER_LAUNCH_MS_MAX, BROWSER_POLL_MS, EXIT_GRACE_MS } from "../../limits.ts";
import { createProfile, type Profile } from "./profile.ts";

export interface LaunchOptions {
  readonly path: string;
  /** Port of a loopback proxy for all traffic; without it the browser connects directly. */
  readonly proxyPort: number | undefined;
  readonly signal: AbortSignal;
  /** Default: `pipe`, or `port` on Windows, where a process cannot inherit the pipes. */
  readonly link?: "pipe" | "port" | undefined;
  /** Loads playwright-core, an optional peer dependency. */
  readonly importDriver?: (() => Promise<{ readonly chromium: BrowserDriver }>) | undefined;
}

type BrowserDriver = BrowserType;

const importPlaywright = (): Promise<{ readonly chromium: BrowserDriver }> => import("playwright-core");

export interface RunningBrowser extends AsyncDisposable {
  readonly browser: Browser;
}

/** Maps stdin and stdout to file descriptors 3 and 4, where the browser expects its pipes. */
const HAND_DOWN_PIPES = 'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null';
/** The error codes of `import` and `require`. */
const MODULE_MISSING: readonly string[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];
const LISTENING = /DevTools listening on (ws:\/\/127\.0\.0\.1:\d+\/\S+)/;

/** Rejects with a ParleyError. */
export async function launchChromium(options: LaunchOptions): Promise<RunningBrowser> {
  const { path, link = process.platform === "win32" ? "port" : "pipe" } = options;
  const driver = await loadDriver(options.importDriver);
  const profile = await createProfile();
  const flags = toFlags(profile.path, link, options.proxyPort);
  const command =
    link === "port"
      ? { command: path, args: flags }
      : { command: "/bin/sh", args: ["-c", HAND_DOWN_PIPES, path, ...flags] };
  let child: GuardedProcess | undefined;
  try {
    child = await spawnProcess({ ...command, cwd: profile.path, secrets: SECRET_VARIABLES });
    const browser = await connectInTime(child, driver, profile.path, { ...options, link });
    return { browser, [Symbol.asyncDispose]: () => end(child, profile) };
  } catch (error) {
    await end(child, profile);
    throw error;
  }
}

async function end(child: GuardedProcess | undefined, profile: Profile): Promise<void> {
  await child?.end({ graceMs: BROWSER_CLOSE_MS });
  await profile[Symbol.asyncDispose]();
}

async function connectInTime(
  child: GuardedProcess,
  driver: BrowserDriver,
  profile: string,
  options: LaunchOptions,
): Promise<Browser> {
  const { path, signal } = options;
  const stop = new AbortController();
  const late = delay(BROWSER_LAUNCH_MS_MAX, undefined, { signal: AbortSignal.any([stop.signal, signal]) });
  try {
    return await Promise.race([
      connect(child, driver, profile, options.link, stop.signal).catch((error: unknown) =>
        rejectWithExit(child, path, error),
      ),
      child.exited.then((status) => Promise.reject(exitError(path, status, child.stderrKept))),
      late.then(() => {
        const message = `${path} was not ready within ${BROWSER_LAUNCH_MS_MAX / 1_000} seconds`;
        return Promise.reject(new ParleyError({ code: "process_failed", message }));
      }),
    ]);
  } finally {
    stop.abort();
    // The aborted timer rejects, which is expected here.
    await late.catch(() => undefined);
  }
}

/** The pipes of a process may close before its exit is known; its exit status explains more than the closed pipe. */
async function rejectWithExit(child: GuardedProcess, path: string, error: unknown): Promise<never> {
  const status = await within(child.exited, EXIT_GRACE_MS);
  throw status === undefined ? error : exitError(path, status, child.stderrKept);
}

/** Loads playwright-core with the first browser, because it is large. */
async function loadDriver(importDriver = importPlaywright): Promise<BrowserDriver> {
  try {
    return (await importDriver()).chromium;
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && MODULE_MISSING.includes(String(cause.code)))) throw cause;
    throw new ParleyError({
      code: "process_not_found",
      message: "The browser tool needs the npm package playwright-core, which is not installed",
      remedy: {
        label: "Install it next to Parley (add -g if Parley is installed globally)",
        command: "npm install playwright-core",
      },
      cause,
    });
  }
}

async function connect(
  child: GuardedProcess,
  driver: BrowserDriver,
  profile: string,
  link: LaunchOptions["link"],
  stop: AbortSignal,
): Promise<Browser> {
  const transport = link === "port" ? undefined : createPipeTransport(child);
  const address = transport === undefined ? await readAddress(child, stop) : undefined;
  const options = { artifactsDir: join(profile, "artifacts"), isLocal: true, timeout: BROWSER_LAUNCH_MS_MAX };
  if (transport !== undefined) return driver.connectOverCDP(transport, options);
  return driver.connectOverCDP(address ?? "", options);
}

/** The browser logs its address on stderr; if it does not, `stop` ends the wait. */
async function readAddress(child: GuardedProcess, stop: AbortSignal): Promise<string> {
  for (;;) {
    const address = LISTENING.exec(child.stderrKept.text())?.[1];
    if (address !== undefined) return address;
    await delay(BROWSER_POLL_MS, undefined, { signal: stop });
  }
}

function toFlags(profile: string, link: "pipe" | "port", proxyPort: number | undefined): string[] {
  // Chromium does not start as root with its own sandbox.
  const isRoot = process.getuid?.() === 0;
  return [
    link === "pipe" ? "--remote-debugging-pipe" : "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "--headless=new",
    "--no-first-run",
    "--no-default-browser-check",
    // Playwright relies on fresh pages after going back, on running timers and on opening windows.
    "--disable-back-forward-cache",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    // The browser must load only the page and send no data of its own.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-field-trial-config",
    "--disable-search-engine-choice-screen",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,HttpsUpgrades",
    "--disable-sync",
    "--metrics-recording-only",
    "--force-color-profile=srgb",
    "--mute-audio",
    "--no-service-autorun",
    "--password-store=basic",
    "--use-mock-keychain",
    ...(isRoot ? ["--no-sandbox"] : []),
    // The proxy handles loopback addresses too, and nothing bypasses it.
    ...(proxyPort === undefined
      ? []
      : [
          `--proxy-server=http://127.0.0.1:${proxyPort}`,
          "--proxy-bypass-list=<-loopback>",
          "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        ]),
    "about:blank",
  ];
}
