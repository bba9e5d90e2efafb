// Lists the apps.
import { z } from "zod";
import { formatBytes } from "@parley/base";
import { orErrorOutcome } from "../failures.ts";
import { defineTool, textOutcome } from "../tool.ts";
import { appsFolder, readApps, type App } from "./app-files.ts";

export const listAppsTool = defineTool({
  name: "list_apps",
  groups: ["apps"],
  kind: "read",
  description: "Lists the apps of this workspace with their names, titles, purposes, dates and last requests.",
  input: z.object({}),
  async prepare(_input, context) {
    const path = appsFolder(context.cwd);
    const facts = await (await context.facts()).pathFacts(path, { means: "target" });
    return {
      title: "List the apps",
      subjects: [{ request: { kind: "read", path }, facts }],
      execute: ({ signal }) =>
        orErrorOutcome(signal, async () => {
          const apps = await readApps(context.cwd);
          if (apps.length === 0) return textOutcome("This workspace has no apps yet.");
          return textOutcome(apps.map(describe).join("\n"));
        }),
    };
  },
});

function describe({ name, manifest, htmlBytes }: App): string {
  const { title, description, updated, requests } = manifest;
  const when = updated === "" ? "" : `, changed ${updated.slice(0, 10)}`;
  const last = requests.at(-1)?.text;
  return [
    `- ${name}: ${title} (${formatBytes(htmlBytes)}${when})`,
    ...(description === "" ? [] : [`  ${description}`]),
    ...(last === undefined ? [] : [`  Last request: ${last}`]),
  ].join("\n");
}
