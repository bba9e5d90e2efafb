// Opens the server's page in this machine's browser.
import type { Log } from "@parley/base";
import { inheritedEnvironment } from "@parley/machine/processes";
import { spawn } from "node:child_process";
import { printNotice } from "../../output/print.ts";

type Opener = readonly [command: string, ...args: string[]];

const OPENERS: Partial<Record<NodeJS.Platform, (url: string) => Opener>> = {
  darwin: (url) => ["open", url],
  // `start` is a shell builtin with its own quoting rules, so it is avoided.
  win32: (url) => ["rundll32", "url.dll,FileProtocolHandler", url],
  linux: (url) => ["xdg-open", url],
};

/** Resolves when the program that opens the page has started or failed to start. */
export async function openPage(url: string, log: Log): Promise<void> {
  const opener = OPENERS[process.platform];
  if (opener === undefined) return printNotice("Could not open a browser; use the link.");
  const [command, ...args] = opener(url);
  const child = spawn(command, args, { stdio: "ignore", detached: true, env: inheritedEnvironment() });
  await new Promise<void>((resolve) => {
    child.once("spawn", resolve);
    child.once("error", (cause) => {
      log.write("debug", "The page cannot be opened", { command, cause });
      printNotice(`Could not open a browser (${command} not found); use the link.`);
      resolve();
    });
  });
  child.unref();
}
