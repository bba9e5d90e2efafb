// The fixture as the settings of a server, and the promise that nothing of it is left when a test file is over.
import type { McpServer } from "@parley/acp";
import { bundleProgram, createMarker, createTempFolder, type Marker, type TempFolder } from "@parley/test-support";

export interface FixtureProgram extends AsyncDisposable {
  readonly folder: TempFolder;
  readonly marker: Marker;
  server(behaviour: string, options?: ServerOptions): McpServer;
}

interface ServerOptions {
  readonly name?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function openFixtureProgram(): Promise<FixtureProgram> {
  const folder = await createTempFolder();
  const program = await bundleProgram(new URL("./mcp-fixture.main.ts", import.meta.url));
  const marker = createMarker();
  return {
    folder,
    marker,
    server(behaviour, { name = "fix", args = [], env = {} } = {}) {
      const pairs = Object.entries({ ...marker.env, ...env }).map(([key, value]) => ({ name: key, value }));
      return { name, command: process.execPath, args: [program, behaviour, ...args], env: pairs };
    },
    async [Symbol.asyncDispose]() {
      const orphans = await marker.reap();
      await folder[Symbol.asyncDispose]();
      if (orphans.length > 0) throw new Error(`MCP servers were left behind: ${orphans.join(", ")}`);
    },
  };
}
