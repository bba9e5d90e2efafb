import { describe, expect, it } from "vitest";
import { connectPretendClient } from "../../../test/pretend-client.ts";
import type { Fetch } from "../options.ts";

async function play(script: string, fetch?: Fetch) {
  const client = await connectPretendClient({ agent: fetch === undefined ? {} : { fetch } });
  const { updates } = await client.prompt(await client.newSession(), script);
  await client.close();
  return { calls: client.calls, last: updates.at(-1) };
}

const page = (status: number, text: string) => Promise.resolve({ status, text: () => Promise.resolve(text) });

describe("fetch", () => {
  it("asks, then shows the page, cut if it is long", async () => {
    const urls: string[] = [];
    const { calls, last } = await play("fetch https://example.com/x", (url) => {
      urls.push(url);
      return page(200, "y".repeat(100_000));
    });
    expect(urls).toEqual(["https://example.com/x"]);
    expect(calls).toEqual(["session/request_permission"]);
    expect(last).toMatchObject({
      status: "completed",
      content: [{ content: { text: expect.stringMatching(/^y{16383}…$/) as string } }],
      rawOutput: { status: 200, chars: 100_000 },
    });
  });

  it.each<[string, Fetch, string]>([
    ["an error page", () => page(404, "gone"), "HTTP 404"],
    ["a broken network", () => Promise.reject(new Error("no route")), "failed: no route"],
  ])("fails with %s", async (_, fetch, reason) => {
    const { last } = await play("fetch https://example.com/", fetch);
    expect(last).toMatchObject({ status: "failed" });
    expect(JSON.stringify(last)).toContain(reason);
  });

  it("fails without asking if the agent was given no network", async () => {
    const { calls, last } = await play("fetch https://example.com/");
    expect(calls).toEqual([]);
    expect(last).toMatchObject({ status: "failed", content: [{ content: { text: "This agent has no network." } }] });
  });

  it("fits the global function", () => {
    const fetch: Fetch = globalThis.fetch;
    expect(fetch).toBeTypeOf("function");
  });
});

describe("tool", () => {
  it("pretends", async () => {
    const { last } = await play("tool delete Everything");
    expect(last).toMatchObject({ status: "completed", content: [{ content: { text: "Nothing was done." } }] });
  });
});
