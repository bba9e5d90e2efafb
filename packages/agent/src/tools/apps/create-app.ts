// Creates a new app.
import { z } from "zod";
import { formatBytes } from "@parley/base";
import { errorOutcome, orErrorOutcome } from "../failures.ts";
import { defineTool, failed, textOutcome } from "../tool.ts";
import { appDescription, appName, appRequest, appTitle } from "./app-fields.ts";
import { addRequest, appPaths, formatManifest, readApps } from "./app-files.ts";
import { findFault } from "./check-page.ts";
import { APPS_MAX } from "../../limits.ts";

const input = z.object({
  name: appName,
  title: appTitle,
  description: appDescription,
  html: z
    .string()
    .describe(
      "The complete page, starting with <!doctype html>, with all scripts and styles inline and nothing loaded from elsewhere.",
    ),
  request: appRequest,
});

export const createAppTool = defineTool({
  name: "create_app",
  groups: ["apps"],
  kind: "edit",
  description: [
    "Creates a small app as one self-contained HTML page, stored in .parley/apps/<name>/ in the workspace: a calculator, a viewer for a file's data, a form, a game.",
    "The page must not load or send anything: no script, style, font or image from another URL; include data in the page. At most 1 MiB.",
    "It should work in a small window, with the keyboard, and in light and dark mode. Then use `open_app`. To change an app, use `update_app`.",
  ].join("\n"),
  input,
  async prepare({ name, title, description, html, request }, context) {
    const fault = findFault(html);
    if (fault !== undefined) return failed(fault);
    const paths = appPaths(context.cwd, name);
    const facts = await context.facts();
    const htmlFacts = await facts.pathFacts(paths.html, { means: "target" });
    const manifestFacts = await facts.pathFacts(paths.manifest, { means: "target" });
    const exists = `App ${name} already exists. Change it with update_app, or use another name.`;
    if (htmlFacts.kind !== "missing") return failed(exists);
    if ((await readApps(context.cwd)).length >= APPS_MAX)
      return failed(`There are already ${APPS_MAX} apps, which is the maximum.`);
    const now = new Date(context.clock.now()).toISOString();
    const manifest = { title, description, created: now, updated: now, requests: addRequest([], request, now) };
    return {
      title: `Create the app ${title}`,
      locations: [{ path: paths.html }],
      content: [{ type: "diff", path: paths.html, oldText: null, newText: html }],
      subjects: [
        { request: { kind: "write", path: paths.html }, facts: htmlFacts },
        { request: { kind: "write", path: paths.manifest }, facts: manifestFacts },
      ],
      execute: ({ signal }) =>
        orErrorOutcome(signal, () =>
          context.files.alone(htmlFacts, async () => {
            if ((await context.files.readIfThere(htmlFacts, signal)) !== undefined) {
              return errorOutcome(exists);
            }
            await context.files.writeText(htmlFacts, html, signal);
            await context.files.writeText(manifestFacts, formatManifest(manifest), signal);
            const size = formatBytes(Buffer.byteLength(html));
            return textOutcome(`Created the app ${name} (${size}) in ${paths.html}. Use open_app to show it.`);
          }),
        ),
    };
  },
});
