// GET /ping, /agents, /agents/{name}.
import type { ServerApp } from "../../../http/dialect.ts";
import type { DialectOptions } from "../../../http/dialect.ts";
import { parseAgentsQuery } from "../requests.ts";
import { toManifest } from "../to-manifest.ts";

export function mountAgents(app: ServerApp, { hub }: Pick<DialectOptions, "hub">): void {
  app.get("/ping", (c) => c.json({}));

  app.get("/agents", async (c) => {
    const { limit, offset } = parseAgentsQuery(c.req.query());
    const entries = await hub.agents.list();
    return c.json({ agents: entries.slice(offset, offset + limit).map(toManifest) });
  });

  app.get("/agents/:name", async (c) => {
    const name = c.req.param("name");
    // Those that are not listed can be looked at, too; only what there is not is an error.
    return c.json(toManifest((await hub.agents.find(name)) ?? (await hub.agents.get(name))));
  });
}
