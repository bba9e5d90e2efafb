// Changes an app: replaces its page or parts of it.
import { z } from "zod";
import { formatBytes } from "@parley/base";
import { errorOutcome, orErrorOutcome } from "../failures.ts";
import { defineTool, failed, textOutcome } from "../tool.ts";
import { appDescription, appName, appRequest, appTitle } from "./app-fields.ts";
import { addRequest, appPaths, formatManifest, parseManifest, describeMissingApp } from "./app-files.ts";
import { replaceExactly } from "./replace-exactly.ts";
import { findFault } from "./check-page.ts";
import { APP_EDITS_MAX } from "../../limits.ts";

const input = z.object({
  name: appName,
  html: z.string().optional().describe("The complete new page. Use either this or edits."),
  edits: z
    .array(
      z.object({
        old: z.string().min(1).describe("Text that occurs exactly once in the page, with its spaces and line breaks."),
        new: z.string().describe("The replacement; empty to remove it."),
      }),
    )
    .min(1)
    .max(APP_EDITS_MAX)
    .optional()
    .describe("Replacements, applied in order; all of them or none. Better than html for a small change."),
  title: appTitle.optional(),
  description: appDescription.optional(),
  request: appRequest,
});
type UpdateInput = z.output<typeof input>;

export const updateAppTool = defineTool({
  name: "update_app",
  groups: ["apps"],
  kind: "edit",
  description: [
    "Changes an app created with `create_app`: use `edits` for a small change, or `html` for a new page, but not both.",
    "Read the page first if you have not seen it (`.parley/apps/<name>/index.html`). The rules of `create_app` apply.",
  ].join("\n"),
  input,
  async prepare(given, context) {
    const { name } = given;
    if ((given.html === undefined) === (given.edits === undefined)) return failed("Use either html or edits.");
    const paths = appPaths(context.cwd, name);
    const facts = await context.facts();
    const htmlFacts = await facts.pathFacts(paths.html, { means: "target" });
    const manifestFacts = await facts.pathFacts(paths.manifest, { means: "target" });
    // Policy and the write report a file that cannot be read.
    const before = htmlFacts.kind === "file" ? await context.files.readIfThere(htmlFacts) : undefined;
    if (before === undefined) return failed(await describeMissingApp(context.cwd, name));
    const change = toChanged(given, before);
    if ("failed" in change) return change;
    return {
      title: `Update the app ${name}`,
      locations: [{ path: paths.html }],
      content: [{ type: "diff", path: paths.html, oldText: before, newText: change.html }],
      subjects: [
        { request: { kind: "write", path: paths.html }, facts: htmlFacts },
        { request: { kind: "write", path: paths.manifest }, facts: manifestFacts },
      ],
      execute: ({ signal }) =>
        orErrorOutcome(signal, () =>
          context.files.alone(htmlFacts, async () => {
            // Another call may have changed the file since the diff was shown, and that change must be kept.
            const current = (await context.files.readIfThere(htmlFacts, signal)) ?? "";
            const changed = toChanged(given, current);
            if ("failed" in changed) return errorOutcome(changed.failed);
            const manifest = parseManifest(await context.files.readIfThere(manifestFacts, signal), name);
            const now = new Date(context.clock.now()).toISOString();
            const next = {
              title: given.title ?? manifest.title,
              description: given.description ?? manifest.description,
              created: manifest.created === "" ? now : manifest.created,
              updated: now,
              requests: addRequest(manifest.requests, given.request, now),
            };
            await context.files.writeText(htmlFacts, changed.html, signal);
            await context.files.writeText(manifestFacts, formatManifest(next), signal);
            return textOutcome(`Updated the app ${name} (${formatBytes(Buffer.byteLength(changed.html))}).`, {
              content: [{ type: "diff", path: paths.html, oldText: current, newText: changed.html }],
            });
          }),
        ),
    };
  },
});

function toChanged({ html, edits = [] }: UpdateInput, before: string): { html: string } | { failed: string } {
  const changed = html === undefined ? replaceExactly(before, edits) : { html };
  if ("failed" in changed) return { failed: changed.failed };
  const fault = findFault(changed.html);
  return fault === undefined ? { html: changed.html } : { failed: fault };
}
