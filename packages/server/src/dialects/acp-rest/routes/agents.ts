// GET /ping, /agents, /agents/{name}.
import { AUTO, AUTO_ENTRY, type AgentEntry } from "@parley/hub";
import type { DialectOptions, ServerApp } from "../../../http/dialect.ts";
import { parseAgentsQuery } from "../requests.ts";
import { toManifest } from "../to-manifest.ts";

export function mountAgents(app: ServerApp, { hub }: Pick<DialectOptions, "hub">): void {
  // Entries are immutable and replaced on changes.
  const written = new WeakMap<AgentEntry, string>();
  const write = (entry: AgentEntry): string => {
    const known = written.get(entry);
    if (known !== undefined) return known;
    const text = JSON.stringify(toManifest(entry));
    written.set(entry, text);
    return text;
  };

  app.get("/ping", (c) => c.json({}));

  app.get("/agents", async (c) => {
    const { limit, offset } = parseAgentsQuery(c.req.query());
    const entries = [...(await hub.agents.list()), AUTO_ENTRY];
    return c.body(
      `{"agents":[${entries
        .slice(offset, offset + limit)
        .map(write)
        .join(",")}]}`,
      200,
      JSON_TYPE,
    );
  });

  app.get("/agents/:name", async (c) => {
    const name = c.req.param("name");
    if (name === AUTO) return c.body(write(AUTO_ENTRY), 200, JSON_TYPE);
    // Also works for unlisted agents; only an unknown name is an error.
    return c.body(write((await hub.agents.find(name)) ?? (await hub.agents.get(name))), 200, JSON_TYPE);
  });
}

const JSON_TYPE = { "Content-Type": "application/json" };
