// Opens an app in the user's own browser.
import { spawnProcess } from "@parley/machine";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { SECRET_VARIABLES } from "../../secrets/secret-variables.ts";
import { within } from "@parley/base";
import { errorOutcome, orErrorOutcome } from "../failures.ts";
import type { ToolContext } from "../tool-context.ts";
import { defineTool, failed, textOutcome, type Tool, type ToolOutcome } from "../tool.ts";
import { appName } from "./app-fields.ts";
import { readApp, describeMissingApp } from "./app-files.ts";
import { OPENER_WAIT_MS } from "../../limits.ts";
import { findOpener, type Opener, type UserSettings } from "./opener.ts";

export interface OpenAppOptions extends UserSettings {
  /** If the program is still running after this time, the page is open. */
  readonly waitMs?: number | undefined;
}

export function createOpenAppTool({ waitMs = OPENER_WAIT_MS, ...userSettings }: OpenAppOptions): Tool {
  return defineTool({
    name: "open_app",
    groups: ["apps"],
    kind: "execute",
    description:
      "Opens an app of this workspace in the user's browser. Without a desktop it returns the location of the page instead: tell the user.",
    input: z.object({ name: appName }),
    async prepare({ name }, context) {
      const app = await readApp(context.cwd, name);
      if (app === undefined) return failed(await describeMissingApp(context.cwd, name));
      const path = app.htmlPath;
      // The desktop is outside every sandbox.
      const isInside = context.settings.sandbox !== undefined;
      const opener = isInside ? undefined : await findOpener(path, userSettings);
      const shared = { title: `Open the app ${app.manifest.title}`, locations: [{ path }] };
      if (opener === undefined) {
        return { ...shared, kind: "read", subjects: [], execute: async () => textOutcome(describePlace(path)) };
      }
      // Judged as a tool, not as a command, because a mode may allow apps without commands.
      const command = { input: opener, options: { cwd: context.cwd } };
      const facts = await (await context.facts()).toolFacts({ name: "open_app", kind: "execute", command });
      return {
        ...shared,
        subjects: [{ request: { kind: "tool", name: "open_app", title: toLine(opener) }, facts }],
        execute: ({ callId, signal }) =>
          orErrorOutcome(signal, () => open(opener, path, { context, callId, signal, waitMs })),
      };
    },
  });
}

interface OpenRun {
  readonly context: ToolContext;
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

async function open(opener: Opener, path: string, { context, callId, signal, waitMs }: OpenRun): Promise<ToolOutcome> {
  const { cwd } = context;
  const started = await spawnProcess({ ...opener, cwd, keepStdout: true, secrets: SECRET_VARIABLES });
  const status = await within(started.exited, waitMs, { signal });
  if (status === undefined && !signal.aborted) {
    // Some openers are the browser itself, which then ends with the session, like everything we start.
    context.resource(`open-app ${callId}`, () => started);
    return textOutcome(`Opened ${path} in the browser.`);
  }
  await started.end();
  signal.throwIfAborted();
  if (status?.exitCode === 0) return textOutcome(`Opened ${path} in the browser.`);
  const why = started.stderrKept.text().trim().slice(-500);
  const detail = why === "" ? "" : `: ${why}`;
  return errorOutcome(`The browser could not be opened${detail}. ${describePlace(path)}`);
}

function describePlace(path: string): string {
  return `No desktop found to open it on. The page is ${path} (${pathToFileURL(path).href}).`;
}

/** In shell syntax, for display. */
function toLine({ command, args }: Opener): string {
  return [command, ...args]
    .map((word) => (/^[\w./:,=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}

export const openAppTool: Tool = createOpenAppTool({ platform: process.platform, env: process.env });
