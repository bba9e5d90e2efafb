import { expect, it } from "vitest";
import { launchChromium } from "./chromium.ts";

it("names the package to install where playwright-core is missing, before any browser starts", async () => {
  const missing: string = "playwright-core-that-is-not-installed";
  const importDriver = async () => (await import(missing)) as never;
  const options = { path: "/nowhere/chromium", proxyPort: undefined, signal: new AbortController().signal };
  await expect(launchChromium({ ...options, importDriver })).rejects.toMatchObject({
    code: "process_not_found",
    message: "The browser tool needs the npm package playwright-core, which is not installed",
    remedy: { command: "npm install playwright-core" },
  });
});
