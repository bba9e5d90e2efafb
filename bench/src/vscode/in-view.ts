// Runs in the webview of a chat, beside what it shows.
import { settle } from "../page/settle.ts";
import type { ViewWork } from "./view-work.ts";

const work: ViewWork = { settle };

Object.assign(globalThis, { parleyBench: work });
