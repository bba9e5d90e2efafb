import { silentLog } from "@parley/base";
import { createFakeClock, type FakeClock } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { runDeviceFlow, type DeviceFlowOptions, type PresentedCode } from "./device-flow.ts";
import { readDeviceServer } from "./device-server.ts";
import { LOGIN_POLL_FAILURES_MAX } from "../limits.ts";
import { FakeDeviceServer, PENDING, TOKEN, type Reply } from "./testing/device-server.ts";

interface Flow extends AsyncDisposable {
  readonly server: FakeDeviceServer;
  readonly clock: FakeClock;
  readonly shown: PresentedCode[];
  run(change?: Partial<DeviceFlowOptions>, signal?: AbortSignal): Promise<string>;
}

/** Waiting takes no time but the clock's. */
async function openFlow(polls: readonly Reply[]): Promise<Flow> {
  const clock = createFakeClock();
  const server = await FakeDeviceServer.start(polls, clock);
  const shown: PresentedCode[] = [];
  return {
    server,
    clock,
    shown,
    run: (change, signal = new AbortController().signal) =>
      runDeviceFlow(
        {
          server: readDeviceServer(server.env, fetch),
          present: (code) => {
            shown.push(code);
            return Promise.resolve("shown");
          },
          clock,
          log: silentLog,
          wait: (ms) => Promise.resolve(clock.advance(ms)),
          ...change,
        },
        signal,
      ),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function times(count: number, reply: Reply): Reply[] {
  return Array.from({ length: count }, () => reply);
}

const SLOW_DOWN: Reply = { json: { error: "slow_down" } };

describe("signing in on another device", () => {
  it("shows the code, and asks until there is a token", async () => {
    await using flow = await openFlow([PENDING, { status: 400, json: { error: "authorization_pending" } }, TOKEN]);
    const startedAt = flow.clock.now();
    expect(await flow.run({ scope: "models:read" })).toBe("gho_token");
    expect(flow.shown).toEqual([
      {
        userCode: "ABCD-1234",
        verificationUri: "https://github.com/login/device",
        verificationUriComplete: undefined,
        expiresAt: startedAt + 900_000,
      },
    ]);
    expect(flow.server.asked.map(({ path }) => path)).toEqual([
      "/login/device/code",
      "/login/oauth/access_token",
      "/login/oauth/access_token",
      "/login/oauth/access_token",
    ]);
    expect(flow.server.asked[0]).toMatchObject({
      accept: "application/json",
      fields: { client_id: "client-1", scope: "models:read" },
    });
    expect(flow.server.asked[1]?.fields).toEqual({
      client_id: "client-1",
      device_code: "device-1",
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    });
    expect(flow.server.pauses).toEqual([5, 5, 5]);
  });

  it("slows down each time the server asks for it, and never polls faster than the server allows", async () => {
    const slower: Reply = { json: { error: "slow_down", interval: 40 } };
    await using flow = await openFlow([SLOW_DOWN, PENDING, SLOW_DOWN, slower, ...times(6, SLOW_DOWN), TOKEN]);
    expect(await flow.run()).toBe("gho_token");
    expect(flow.server.pauses).toEqual([5, 10, 10, 15, 40, 45, 50, 55, 60, 60, 60]);
  });

  it("puts up with a network that fails now and then, asking less often", async () => {
    const html: Reply = { text: "<html>please log in to the wifi</html>" };
    await using flow = await openFlow([
      "drop",
      { status: 503, text: "" },
      html,
      { status: 429, json: {} },
      PENDING,
      TOKEN,
    ]);
    expect(await flow.run()).toBe("gho_token");
    expect(flow.server.pauses).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it("gives a network up that only fails", async () => {
    await using flow = await openFlow(times(LOGIN_POLL_FAILURES_MAX + 5, "drop"));
    flow.server.willGive({ expires_in: 3_600 });
    await expect(flow.run()).rejects.toMatchObject({ code: "connection_failed" });
    expect(flow.server.asked).toHaveLength(LOGIN_POLL_FAILURES_MAX + 1);
  });

  it.each([
    ["expired_token", { error: "expired_token" }, /expired/],
    ["access_denied", { error: "access_denied" }, /denied on the page/],
    ["another error", { error: "device_flow_disabled", error_description: "Not enabled\u001b[31m" }, /Not enabled/],
    ["an empty token", { access_token: "" }, /sent no token/],
    ["no token", {}, /sent no token/],
    ["a token that is none", { access_token: "a\nb" }, /sent no token/],
  ])("fails on %s", async (_, json, words) => {
    await using flow = await openFlow([PENDING, { json }]);
    await expect(flow.run()).rejects.toMatchObject({
      code: "sign_in_needed",
      message: expect.stringMatching(words),
    });
    expect(flow.server.asked).toHaveLength(3);
  });

  it("ends when the code expires, even if the server does not report it", async () => {
    await using flow = await openFlow([]);
    flow.server.willGive({ expires_in: 12 });
    await expect(flow.run()).rejects.toMatchObject({ message: expect.stringContaining("expired") });
    expect(flow.server.pauses).toEqual([5, 5, 2]);
  });

  it.each([
    ["no codes", { json: {} }, /a code is missing/],
    [
      "a page that is none",
      { json: { device_code: "d", user_code: "u", verification_uri: "javascript:1" } },
      /not a web page/,
    ],
    ["a code that a terminal would obey", { json: { device_code: "d", user_code: "\u001b[2J" } }, /a code is missing/],
    ["an unknown app", { status: 404, json: { error: "Not Found" } }, /Not Found/],
    ["another page", { status: 404, text: "<html>" }, /HTTP 404/],
    ["a redirect", { status: 302, text: "", headers: { location: "https://evil.test/" } }, /HTTP 302/],
  ] as const)("does not begin with %s", async (_, code, words) => {
    await using flow = await openFlow([]);
    flow.server.code = code;
    await expect(flow.run()).rejects.toMatchObject({ code: "sign_in_needed", message: expect.stringMatching(words) });
    expect(flow.server.asked).toHaveLength(1);
    expect(flow.shown).toEqual([]);
  });

  it("reports a server that is unreachable or sends an endless response", async () => {
    await using flow = await openFlow([]);
    flow.server.code = { text: "x".repeat(100_000) };
    await expect(flow.run()).rejects.toMatchObject({ code: "connection_failed" });
    flow.server.code = "drop";
    await expect(flow.run()).rejects.toMatchObject({ code: "connection_failed" });
  });
});

describe("the presenter of the code", () => {
  it("is notified when the login ends", async () => {
    await using flow = await openFlow([TOKEN]);
    let isOver = false;
    const present: DeviceFlowOptions["present"] = (_code, signal) => {
      signal.addEventListener("abort", () => (isOver = true));
      return new Promise(() => undefined);
    };
    expect(await flow.run({ present })).toBe("gho_token");
    expect(isOver).toBe(true);
  });

  it("may report that the user declined, or fail: then polling stops", async () => {
    await using flow = await openFlow([]);
    const wait = (_ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    await expect(flow.run({ wait, present: () => Promise.resolve("declined") })).rejects.toThrow(/declined/);
    const failing = (): Promise<never> => Promise.reject(new Error("no window"));
    await expect(flow.run({ wait, present: failing })).rejects.toThrow(/could not be shown.*no window/);
    expect(flow.server.asked.filter(({ path }) => path.includes("access_token"))).toEqual([]);
  });
});

it("ends at once when it is cancelled: while it waits, or before it begins", async () => {
  await using flow = await openFlow([]);
  // Longer than this test may take.
  flow.server.willGive({ interval: 600 });
  const stop = new AbortController();
  const present = (): Promise<"shown"> => {
    setImmediate(() => stop.abort());
    return Promise.resolve("shown");
  };
  await expect(flow.run({ present, wait: undefined }, stop.signal)).rejects.toMatchObject({
    code: "request_cancelled",
  });
  await expect(flow.run({}, stop.signal)).rejects.toMatchObject({ code: "request_cancelled" });
});

describe("the server", () => {
  it("is GitHub unless another is named, and never without a client id", () => {
    const id = { PARLEY_GITHUB_CLIENT_ID: "x" };
    expect(readDeviceServer(id, fetch).host.href).toBe("https://github.com/");
    const named = (host: string): string => readDeviceServer({ ...id, PARLEY_GITHUB_HOST: host }, fetch).host.href;
    expect(named("github.example.com")).toBe("https://github.example.com/");
    expect(named("https://example.com/git")).toBe("https://example.com/git/");
    expect(named("http://localhost:81")).toBe("http://localhost:81/");
    expect(() => named("http://example.com")).toThrow(/https/);
    expect(() => named("https://")).toThrow(/PARLEY_GITHUB_HOST/);
    expect(() => readDeviceServer({ PARLEY_GITHUB_CLIENT_ID: " " }, fetch)).toThrow(/requires PARLEY_GITHUB_CLIENT_ID/);
  });
});
