// Opens telemetry as its environment says, lets one turn pass, and closes within the time it is given. Prints what was loaded, and what became of it.
import { createRequire } from "node:module";
import { openTelemetry } from "../open-telemetry.ts";
import { Talk, talkOneTurn } from "./talk.ts";

const [closeMs] = process.argv.slice(2).map(Number);
const telemetry = openTelemetry(process.env, { closeMs });
talkOneTurn(new Talk((frame, observations) => telemetry?.add(frame, observations)));
await telemetry?.close();
const { cache } = createRequire(import.meta.url);
const loaded = Object.keys(cache).filter((path) => path.includes("@opentelemetry")).length;
process.stdout.write(`${JSON.stringify({ loaded, stats: telemetry?.stats })}\n`);
