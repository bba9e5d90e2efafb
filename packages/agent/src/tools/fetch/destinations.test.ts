import type { LookupAddress } from "node:dns";
import { describe, expect, it } from "vitest";
import { describePrivateAddress } from "@parley/base";
import { createToolScene } from "../testing/tool-scene.ts";
import { redirectTo, startWebServer } from "@parley/test-support";
import { createFetchTool, fetchTool } from "./fetch-tool.ts";

const loopback: LookupAddress = { address: "127.0.0.1", family: 4 };

/** Takes 127.0.0.1 for the public internet, which these tests do not have. */
function object(address: string): string | undefined {
  return address === "127.0.0.1" ? undefined : describePrivateAddress(address);
}

describe("where fetch may go", () => {
  it.each([
    "http://127.0.0.1:PORT/",
    "http://localhost:PORT/",
    "http://127.1:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f.0.0.1:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://0:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://user:pass@127.0.0.1:PORT/",
  ])("is not %s", async (pattern) => {
    await using web = await startWebServer({ "/": "secret" });
    await using scene = await createToolScene();
    const { outcome, text } = await scene.call(fetchTool, { url: pattern.replace("PORT", String(web.port)) });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/may only connect to public addresses/);
    expect(web.requests).toEqual([]);
  });

  it("is not a name that leads to a private address", async () => {
    await using web = await startWebServer({ "/": "secret" });
    await using scene = await createToolScene();
    const answers: LookupAddress[][] = [
      [loopback],
      [{ address: "::1", family: 6 }],
      [{ address: "::ffff:127.0.0.1", family: 6 }],
      // One that may be reached does not make up for one that may not.
      [{ address: "8.8.8.8", family: 4 }, loopback],
    ];
    for (const answer of answers) {
      const tool = createFetchTool({ resolve: async () => answer });
      const { text } = await scene.call(tool, { url: `http://public.example:${web.port}/` });
      expect(text).toMatch(/public\.example \(.*\) is this machine/);
    }
    expect(web.requests).toEqual([]);
  });

  it("is decided on the address that is connected to, not on one that was asked for before", async () => {
    await using web = await startWebServer({ "/": redirectTo("/again"), "/again": "secret" });
    await using scene = await createToolScene();
    const asked: string[] = [];
    // First a public answer, then a private one: what a rebinding name server does.
    const answers = [loopback, { address: "10.0.0.1", family: 4 }];
    const tool = createFetchTool({
      object,
      resolve: async (hostname) => {
        asked.push(hostname);
        return [answers[asked.length - 1] ?? loopback];
      },
    });
    const { text, outcome } = await scene.call(tool, { url: `http://rebind.example:${web.port}/` });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/rebind\.example \(10\.0\.0\.1\) is a private network/);
    // Each connection asked once, and went exactly where the answer said.
    expect(asked).toEqual(["rebind.example", "rebind.example"]);
    expect(web.requests).toEqual(["/"]);
  });

  it("must stay the same host after a redirect, and is reported", async () => {
    await using web = await startWebServer({
      "/": redirectTo("/b", 301),
      "/b": redirectTo("c?x=1", 307),
      "/c": "<p>there",
    });
    await using scene = await createToolScene();
    const tool = createFetchTool({ object, resolve: async () => [loopback] });
    const { text } = await scene.call(tool, { url: `http://one.example:${web.port}/` });
    const origin = `http://one.example:${web.port}`;
    expect(text).toContain(`Source: ${origin}/c?x=1`);
    expect(text).toContain(`Redirected: ${origin}/b → ${origin}/c?x=1`);
    expect(text).toMatch(/there$/);
  });

  it("is left to the next call if a redirect leads to another host, so that it is judged as well", async () => {
    await using other = await startWebServer({ "/": "other" });
    await using web = await startWebServer({
      "/": redirectTo(`http://two.example:${other.port}/`),
      "/file": redirectTo("file:///etc/passwd"),
      "/bad": redirectTo("http://[bad"),
      "/none": (_, response) => response.writeHead(302, { "content-type": "text/plain" }).end("no location"),
    });
    await using scene = await createToolScene();
    const tool = createFetchTool({ object, resolve: async () => [loopback] });
    const say = async (path: string) => await scene.call(tool, { url: `http://one.example:${web.port}${path}` });
    const { text, outcome } = await say("/");
    expect(text).toContain(
      `leads to http://two.example:${other.port}/, which is another host. The redirect was not followed.`,
    );
    expect(outcome.isError).toBeUndefined();
    expect(other.requests).toEqual([]);
    expect((await say("/file")).text).toContain("neither http: nor https:");
    expect((await say("/bad")).text).toContain("which is not a URL");
    expect((await say("/none")).text).toContain("no location");
  });

  it.each(["http://169.254.169.254/latest/meta-data", "http://[::1]/", "http://10.0.0.1/", "http://0x7f.2/"])(
    "is never %s, to which a public page leads",
    async (target) => {
      await using web = await startWebServer({ "/": redirectTo(target) });
      await using scene = await createToolScene();
      const tool = createFetchTool({ object, resolve: async () => [loopback] });
      const { text, outcome } = await scene.call(tool, { url: `http://one.example:${web.port}/` });
      expect(outcome.isError).toBe(true);
      expect(text).toMatch(/may only connect to public addresses/);
    },
  );

  it("is anywhere if the person said so", async () => {
    await using web = await startWebServer({ "/": "<p>mine" });
    await using scene = await createToolScene({ allowsLoopback: true });
    expect((await scene.call(fetchTool, { url: `http://localhost:${web.port}/` })).text).toMatch(/mine$/);
  });
});
