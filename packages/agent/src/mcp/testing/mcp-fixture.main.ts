// The fixture as a program of its own. What it does instead of serving is its first argument.
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { existsSync, writeFileSync } from "node:fs";
import { createFixtureServer } from "./fixture-server.ts";

/** Whatever it is, it goes on. */
const stay = (): unknown => setInterval(() => undefined, 60_000);

const writeDown = (outcome: unknown): void => writeFileSync(process.argv[3] ?? "", String(outcome));

const BEHAVIOURS: Readonly<Record<string, () => unknown>> = {
  serve: () => createFixtureServer().connect(new StdioServerTransport()),
  modern: () => serveStdio(createFixtureServer, { legacy: "reject" }),
  /** Reads, and never answers. */
  hang: () => {
    process.stderr.write("waiting for a database\n");
    process.stdin.resume();
    stay();
  },
  exit: () => {
    process.stderr.write(`no configuration; the key was ${process.env["FIXTURE_KEY"]}\n`);
    process.exit(7);
  },
  /** Answers `initialize`, then reads no more. */
  deafens: () => {
    process.stdin.once("data", (chunk: Buffer) => {
      process.stdin.pause();
      const { id } = JSON.parse(chunk.toString()) as { id: number };
      const result = {
        protocolVersion: "2025-06-18",
        capabilities: {},
        serverInfo: { name: "deaf", version: "1" },
      };
      process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
    });
    stay();
  },
  /** Serves once; a file that is there then tells the next one to end at once. */
  once: () => {
    const file = process.argv[3] ?? "";
    if (existsSync(file)) process.exit(9);
    writeFileSync(file, "");
    return BEHAVIOURS["serve"]?.();
  },
  /** Asks the user as soon as it is connected, and writes down what came of it. */
  asking: () => {
    const fixture = createFixtureServer();
    fixture.server.oninitialized = () => {
      const form = { message: "Who?", requestedSchema: { type: "object" as const, properties: {} } };
      void fixture.server.elicitInput(form).then(({ action }) => writeDown(action), writeDown);
    };
    return fixture.connect(new StdioServerTransport());
  },
  /** Ignores every polite word. */
  stubborn: () => {
    process.on("SIGTERM", () => undefined);
    stay();
    return BEHAVIOURS["serve"]?.();
  },
};

await BEHAVIOURS[process.argv[2] ?? "serve"]?.();
