// One route that answers the JSON of a file; prints its port.
import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const answer = JSON.parse(readFileSync(process.argv[2], "utf8"));
const app = new Hono();
app.get("/agents", (context) => context.json(answer));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => process.stdout.write(`${port}\n`));
