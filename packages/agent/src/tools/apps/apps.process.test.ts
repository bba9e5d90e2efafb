import { createFakeClock } from "@parley/test-support";
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createToolScene, diffsIn, type ToolScene } from "../testing/tool-scene.ts";
import { createAppTool } from "./create-app.ts";
import { APP_HTML_BYTES_MAX, APP_REQUESTS_MAX } from "../../limits.ts";
import { listAppsTool } from "./list-apps.ts";
import { createOpenAppTool } from "./open-app.ts";
import { updateAppTool } from "./update-app.ts";

const PAGE = "<!doctype html><html><head><title>Tips</title></head><body><h1>Tips</h1></body></html>";
const tips = { name: "tips", title: "Tip calculator", description: "Shares a bill.", html: PAGE };
const page = (scene: ToolScene, name = "tips"): string => join(scene.workspace, ".parley", "apps", name, "index.html");
const readManifest = async (scene: ToolScene): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(page(scene), "..", "app.json"), "utf8")) as Record<string, unknown>;

describe("create_app", () => {
  it("writes the page and what is known about it, after both were judged", async () => {
    await using scene = await createToolScene();
    const { prepared, text } = await scene.call(createAppTool, { ...tips, request: "split our bills" });
    expect(prepared.subjects.map(({ request }) => request)).toEqual([
      { kind: "write", path: page(scene) },
      { kind: "write", path: join(page(scene), "..", "app.json") },
    ]);
    expect(diffsIn(prepared.content)).toEqual([{ path: page(scene), newText: PAGE }]);
    expect(await readFile(page(scene), "utf8")).toBe(PAGE);
    const now = "2026-01-01T00:00:00.000Z";
    expect(await readManifest(scene)).toEqual({
      title: "Tip calculator",
      description: "Shares a bill.",
      created: now,
      updated: now,
      requests: [{ at: now, text: "split our bills" }],
    });
    expect(text).toContain(page(scene));
  });

  it("refuses a name that is taken, also by a call at the same time", async () => {
    await using scene = await createToolScene();
    const calls = await Promise.all([scene.prepare(createAppTool, tips), scene.prepare(createAppTool, tips)]);
    const signal = new AbortController().signal;
    const run = { callId: "c", signal, show: () => undefined };
    const outcomes = await Promise.all(calls.map((call) => call.execute(run)));
    expect(outcomes.map(({ isError }) => isError ?? false)).toEqual([false, true]);
    expect(await scene.fail(createAppTool, tips)).toMatch(/update_app/);
  });

  it.each([
    "",
    "..",
    "../x",
    "a/b",
    "a\\b",
    "/etc",
    "C:",
    "con",
    "nul",
    "lpt1",
    "A",
    "a.b",
    "a ",
    "-a",
    "a--b",
    "é",
    "a\0",
    "x".repeat(49),
  ])("refuses the name %j", (name) => {
    expect(createAppTool.input.safeParse({ ...tips, name }).success).toBe(false);
  });

  it("refuses a page that is too large, or no page", async () => {
    await using scene = await createToolScene();
    const html = `${PAGE}${"x".repeat(APP_HTML_BYTES_MAX)}`;
    expect(await scene.fail(createAppTool, { ...tips, html })).toMatch(/1\.0 MiB/);
    expect(await scene.fail(createAppTool, { ...tips, html: "console.log(1)" })).toMatch(/not a complete page/);
    expect(await readdir(scene.workspace)).toEqual([]);
  });

  it("refuses a page that is not self-contained, and says why", async () => {
    await using scene = await createToolScene();
    const html = `<!doctype html><script src="https://cdn.example/x.js"></script>`;
    const why = await scene.fail(createAppTool, { ...tips, html });
    expect(why).toContain('- <script src="https://cdn.example/x.js">');
  });

  it("does not write through a link that leads out of the workspace", async () => {
    await using scene = await createToolScene();
    await mkdir(join(scene.workspace, ".parley"));
    await mkdir(scene.temp.file("elsewhere"));
    await symlink(scene.temp.file("elsewhere"), join(scene.workspace, ".parley", "apps"));
    const { outcome } = await scene.call(createAppTool, tips);
    expect(outcome.isError).toBe(true);
    expect(await readdir(scene.temp.file("elsewhere"))).toEqual([]);
  });
});

describe("update_app", () => {
  it("makes exact replacements, shows them, and keeps the history", async () => {
    const clock = createFakeClock();
    await using scene = await createToolScene({ clock });
    await scene.call(createAppTool, { ...tips, request: "one" });
    clock.advance(1_000);
    const edits = [
      { old: "<h1>Tips</h1>", new: "<h1>Tip</h1><p></p>" },
      { old: "<p></p>", new: "<p>ok</p>" },
    ];
    const { outcome } = await scene.call(updateAppTool, { name: "tips", edits, request: "two", title: "Tip" });
    const html = PAGE.replace("<h1>Tips</h1>", "<h1>Tip</h1><p>ok</p>");
    expect(await readFile(page(scene), "utf8")).toBe(html);
    expect(diffsIn(outcome.content)).toEqual([{ path: page(scene), newText: html }]);
    expect(await readManifest(scene)).toMatchObject({
      title: "Tip",
      description: "Shares a bill.",
      created: "2026-01-01T00:00:00.000Z",
      updated: "2026-01-01T00:00:01.000Z",
      requests: [{ text: "one" }, { text: "two" }],
    });
  });

  it("keeps both of two changes that were prepared on the same page", async () => {
    await using scene = await createToolScene();
    await scene.call(createAppTool, tips);
    const changes = [[{ old: "<title>Tips", new: "<title>A" }], [{ old: "<h1>Tips", new: "<h1>B" }]];
    const calls = await Promise.all(changes.map((edits) => scene.prepare(updateAppTool, { name: "tips", edits })));
    const signal = new AbortController().signal;
    await Promise.all(calls.map((call) => call.execute({ callId: "c", signal, show: () => undefined })));
    const html = await readFile(page(scene), "utf8");
    expect([html.includes("<title>A"), html.includes("<h1>B")]).toEqual([true, true]);
  });

  it.each([
    [[{ old: "nowhere", new: "x" }], /Edit 1 \("nowhere"\): this text is not in the page/],
    [
      [
        { old: "<h1>", new: "<h1>x" },
        { old: "Tips", new: "x" },
      ],
      /Edit 2 \("Tips"\): this text occurs more than once in the page/,
    ],
    [[{ old: "<h1>", new: `<img src="a.png"><h1>` }], /not self-contained[\s\S]*<img src="a\.png">/],
  ])("makes none of the edits if one makes no sense", async (edits, why) => {
    await using scene = await createToolScene();
    await scene.call(createAppTool, tips);
    expect(await scene.fail(updateAppTool, { name: "tips", edits })).toMatch(why);
    expect(await readFile(page(scene), "utf8")).toBe(PAGE);
  });

  it("takes a new page, and bounds the history", async () => {
    await using scene = await createToolScene();
    await scene.call(createAppTool, tips);
    for (let index = 0; index <= APP_REQUESTS_MAX; index += 1) {
      await scene.call(updateAppTool, {
        name: "tips",
        html: PAGE.replace("<h1>Tips", `<h1>${index}`),
        request: `r${index}`,
      });
    }
    const { requests } = await readManifest(scene);
    expect(requests).toHaveLength(APP_REQUESTS_MAX);
    expect((requests as object[]).at(-1)).toMatchObject({ text: `r${APP_REQUESTS_MAX}` });
    expect(await readFile(page(scene), "utf8")).toContain(`<h1>${APP_REQUESTS_MAX}`);
  });

  it("wants either a page or edits, of an app that there is", async () => {
    await using scene = await createToolScene();
    expect(await scene.fail(updateAppTool, { name: "tips", html: PAGE })).toBe(
      "App tips not found. No apps exist yet.",
    );
    await scene.call(createAppTool, tips);
    expect(await scene.fail(updateAppTool, { name: "other", html: PAGE })).toMatch(/Available: tips\./);
    expect(await scene.fail(updateAppTool, { name: "tips" })).toMatch(/either/);
    expect(await scene.fail(updateAppTool, { name: "tips", html: PAGE, edits: [{ old: "a", new: "b" }] })).toMatch(
      /either/,
    );
  });
});

describe("list_apps", () => {
  it("tells of every app, also of one without a manifest or with a damaged one", async () => {
    await using scene = await createToolScene();
    expect((await scene.call(listAppsTool, {})).text).toMatch(/no apps/);
    await scene.call(createAppTool, { ...tips, request: "split" });
    for (const name of ["bare", "broken", "Not-An-App", "empty"]) {
      await mkdir(join(page(scene, name), ".."), { recursive: true });
      if (name !== "empty") await writeFile(page(scene, name), PAGE);
    }
    await writeFile(join(page(scene, "broken"), "..", "app.json"), '{"title": 3, "requests": ["x", {"text": "y"}]');
    const { text, prepared } = await scene.call(listAppsTool, {});
    expect(text.split("\n")).toEqual([
      "- bare: bare (86 bytes)",
      "- broken: broken (86 bytes)",
      "- tips: Tip calculator (86 bytes, changed 2026-01-01)",
      "  Shares a bill.",
      "  Last request: split",
    ]);
    expect(prepared.subjects.map(({ request }) => request.kind)).toEqual(["read"]);
  });
});

describe.skipIf(process.platform === "win32")("open_app", () => {
  /** A real program in the place of the desktop's own. */
  async function createDesktop(
    scene: ToolScene,
    script: string,
    waitMs?: number,
  ): Promise<ReturnType<typeof createOpenAppTool>> {
    const folder = scene.temp.file("bin");
    await mkdir(folder);
    await writeFile(join(folder, "xdg-open"), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, "xdg-open"), 0o755);
    return createOpenAppTool({ platform: "linux", env: { PATH: folder, DISPLAY: ":0" }, waitMs });
  }

  it("starts what the desktop opens pages with, once that was judged", async () => {
    await using scene = await createToolScene();
    await scene.call(createAppTool, tips);
    const opened = scene.temp.file("opened");
    const tool = await createDesktop(scene, `printf %s "$1" > '${opened}'`);
    const { prepared, text } = await scene.call(tool, { name: "tips" });
    expect(prepared.subjects).toEqual([
      {
        request: { kind: "tool", name: "open_app", title: `${scene.temp.file("bin", "xdg-open")} ${page(scene)}` },
        facts: expect.objectContaining({ kind: "execute", command: expect.objectContaining({ hasUnparsed: false }) }),
      },
    ]);
    expect(text).toMatch(/^Opened /);
    expect(await readFile(opened, "utf8")).toBe(page(scene));
  });

  it("says why it could not be opened, and where it is", async () => {
    await using scene = await createToolScene();
    await scene.call(createAppTool, tips);
    const tool = await createDesktop(scene, "echo no browser >&2; exit 3");
    const { outcome, text } = await scene.call(tool, { name: "tips" });
    expect(outcome.isError).toBe(true);
    expect(text).toContain("no browser");
    expect(text).toContain(page(scene));
  });

  it("ends an opener that goes on when it is cancelled", async () => {
    await using scene = await createToolScene();
    await scene.call(createAppTool, tips);
    const tool = await createDesktop(scene, "exec sleep 600");
    const { outcome } = await scene.call(tool, { name: "tips" }, AbortSignal.timeout(300));
    expect(outcome.isError).toBe(true);
  });

  it("takes an opener that goes on for the browser, and ends it with the session", async () => {
    const scene = await createToolScene();
    await scene.call(createAppTool, tips);
    const pidFile = scene.temp.file("pid");
    const tool = await createDesktop(scene, `echo $$ > '${pidFile}'; exec sleep 600`, 100);
    expect((await scene.call(tool, { name: "tips" })).text).toMatch(/^Opened /);
    const readPid = async (): Promise<number> => Number(await readFile(pidFile, "utf8").catch(() => "0"));
    await expect.poll(readPid).toBeGreaterThan(0);
    const pid = await readPid();
    expect(process.kill(pid, 0)).toBe(true);
    await scene[Symbol.asyncDispose]();
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("says where the page is when there is no desktop", async () => {
    await using scene = await createToolScene();
    await scene.call(createAppTool, tips);
    for (const env of [{}, { DISPLAY: ":0", PATH: scene.temp.file("nothing") }, { DISPLAY: "" }]) {
      const { text, prepared, outcome } = await scene.call(createOpenAppTool({ platform: "linux", env }), {
        name: "tips",
      });
      expect(text).toContain(`file://${page(scene)}`);
      expect(prepared.subjects).toEqual([]);
      expect(outcome.isError).toBeUndefined();
    }
    const tool = createOpenAppTool({ platform: "linux", env: {} });
    expect(await scene.fail(tool, { name: "other" })).toMatch(/Available: tips/);
  });

  it("knows the openers of other systems", async () => {
    await using scene = await createToolScene();
    await scene.call(createAppTool, tips);
    const commandOn = async (platform: NodeJS.Platform): Promise<unknown> =>
      (await scene.prepare(createOpenAppTool({ platform, env: {} }), { name: "tips" })).subjects[0]?.request;
    expect(await commandOn("darwin")).toMatchObject({ kind: "tool", title: `open ${page(scene)}` });
    expect(await commandOn("win32")).toMatchObject({
      kind: "tool",
      title: `rundll32 url.dll,FileProtocolHandler ${page(scene)}`,
    });
  });
});
