// Opens a browser and keeps it until it is killed or its input ends: `keep-browser-open.main PATH`. Says `open` once it is.
import { once } from "node:events";
import { launchChromium } from "../chromium.ts";

const { signal } = new AbortController();
const running = await launchChromium({ path: process.argv[2] ?? "", proxyPort: undefined, signal });
await running.browser.newPage();
process.stdout.write("open\n");
process.stdin.resume();
await once(process.stdin, "end");
await running[Symbol.asyncDispose]();
