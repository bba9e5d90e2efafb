// What the server prints when it is ready, and what its page and /docs offer for copying, is run to the letter.
import { CHROMIUM, openBrowser } from "@parley/test-support/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openScene, type Scene } from "./scene.ts";
import { prints, start, stop, tryAll } from "./try-out.ts";

let scene: Scene;
let server: ReturnType<typeof start>;
let ready: string;
let url: string;
let cookie: string;

beforeAll(async () => {
  scene = await openScene();
  server = start("parley serve --no-feed", scene);
  ready = await prints(server, "Ctrl-C");
  url = /serving (\S+)/.exec(ready)?.[1] ?? "";
  const [link = ""] = /http\S+token=\S+/.exec(ready) ?? [];
  cookie = (await fetch(link, { redirect: "manual" })).headers.get("set-cookie")?.split(";")[0] ?? "";
});
afterAll(async () => {
  stop(server.child);
  await server.ended;
  await scene[Symbol.asyncDispose]();
});

/** The texts of all code elements. */
async function readCodes(path: string): Promise<readonly string[]> {
  const html = await (await fetch(`${url}${path}`, { headers: { cookie } })).text();
  const codes = [...html.matchAll(/<code[^>]*>([\s\S]*?)<\/code>/g)].map(([, code = ""]) => code);
  return codes.map((code) =>
    code
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );
}

describe("what the server prints when it is ready", { timeout: 120_000 }, () => {
  it("contains addresses that respond", async () => {
    const addresses = [...ready.matchAll(/http:\/\/[^\s)"]+/g)].map(([address]) => address);
    const answers = await Promise.all(addresses.map((address) => fetch(address, { headers: { cookie } })));
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
  });

  it("contains commands that run", async () => {
    const commands = ready.split("\n").flatMap((line) => /\b(curl .*)$/.exec(line)?.[1] ?? []);
    expect(commands).toHaveLength(1);
    const { code, output } = await start(commands.join("\n"), scene).ended;
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('"assistant"') as string });
  });
});

describe.skipIf(CHROMIUM === undefined)("the commands on the page", { timeout: 240_000 }, () => {
  /** As a person sees them on the page Connect, signed in by the printed link. */
  async function readConnect(): Promise<readonly string[]> {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(/http\S+token=\S+/.exec(ready)?.[0] ?? "");
      await page.goto(`${url}/#/connect`);
      await page.getByRole("article", { name: "Terminal" }).waitFor();
      return await page.getByRole("main").locator("code").allTextContents();
    } finally {
      await browser.close();
    }
  }

  it("run, from the terminal and over REST", async () => {
    const codes = await readConnect();
    const [bridge = ""] = codes.filter((code) => code.startsWith("parley bridge "));
    expect(await start(bridge, scene).ended).toEqual({ code: 0, output: "" });
    const chats = codes.filter((code) => code.startsWith("parley ") && code !== bridge);
    expect(chats.length).toBeGreaterThan(1);
    expect(await tryAll(chats, scene)).toEqual([]);
    const requests = codes.filter((code) => code.startsWith("curl "));
    const token = codes.find((code) => code.startsWith("TOKEN=")) ?? "";
    expect(requests.length).toBeGreaterThan(3);
    const { code, output } = await start([token, ...requests].join("\n"), scene).ended;
    expect(code).toBe(0);
    // Every answer is one that the example promises: the agents, a run to its end, the sessions, a reply to its end.
    for (const word of ['"agents":[', "run.completed", '"sessions":[', '"type":"Finish"'])
      expect(output).toContain(word);
  });
});

describe("the examples of /docs", { timeout: 240_000 }, () => {
  /** What an example may be answered with when it names something that does not exist here. */
  const FINE = new Set([200, 201, 202, 204, 404, 409]);
  /** These need another machine, another kind of name, or an agent that one signs in to. */
  const isElsewhere = (example: string): boolean => /\/agent\/remotes|\/sign-in/.test(example);
  /** What removes something comes after the others, and what stops the server at the very end. */
  const rankOf = (example: string): number =>
    Number(/-X DELETE/.test(example)) + 2 * Number(/\/server\/stop/.test(example));

  it("are accepted by the server", async () => {
    const examples = (await readCodes("/docs")).filter((code) => code.startsWith("curl") && !isElsewhere(code));
    expect(examples.length).toBeGreaterThan(40);
    const made = await start(`parley run --server ${url} "say hello"; parley sessions list --json`, scene).ended;
    const [, id = ""] = /"id": "([^"]+)"/.exec(made.output) ?? [];
    const wrong: string[] = [];
    for (const example of examples.toSorted((one, other) => rankOf(one) - rankOf(other))) {
      const named = example.replaceAll("0193…", id).replaceAll("/home/ada/project", scene.cwd);
      const line = named.replace(/^curl/, "curl -s -m 5 -w '\\n%{http_code}'");
      const variables = `export ID=${id} NAME=backend TURNID=none FILE="$PWD/notes.txt" SNAPSHOT=none; PARLEY_TOKEN=$(cat "$HOME/.parley/token")`;
      const { output } = await start(`${variables}\n${line}`, scene).ended;
      if (!FINE.has(Number(output.trim().split("\n").at(-1)))) wrong.push(`${example}\n→ ${output.slice(0, 500)}`);
    }
    expect(wrong).toEqual([]);
  });
});
