import { type AgentConnection, type ClientCapabilities, connectToAgent, connectToClient } from "@parley/acp";
import { silentLog } from "@parley/base";
import { createMemoryPair } from "@parley/rpc";
import {
  createFakeClient,
  createFakeClock,
  createTempFolder,
  eventLoopSettled,
  type FakeClient,
  type FakeClientOptions,
} from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { providers } from "../models/providers.ts";
import { type Authentication, createAuthentication } from "./authentication.ts";
import { type Credentials, openCredentials } from "./credentials.ts";
import { presentThroughClient } from "./present-code.ts";
import { FakeDeviceServer, PENDING, type Reply, TOKEN } from "./testing/device-server.ts";

interface TestAgent extends AsyncDisposable {
  readonly agent: AgentConnection;
  readonly fake: FakeClient;
  readonly server: FakeDeviceServer;
  readonly credentials: Credentials;
  readonly authentication: Authentication;
  readonly said: string[];
}

interface TestAgentOptions extends FakeClientOptions {
  readonly polls?: readonly Reply[];
  readonly capabilities?: ClientCapabilities;
  readonly env?: Readonly<Record<string, string>>;
}

/** Our two methods behind a real connection. */
async function openAgent(options: TestAgentOptions = {}): Promise<TestAgent> {
  const folder = await createTempFolder();
  const clock = createFakeClock();
  const server = await FakeDeviceServer.start(options.polls ?? [PENDING, TOKEN], clock);
  const credentials = openCredentials(folder.path, { log: silentLog });
  const said: string[] = [];
  const authentication = createAuthentication({
    credentials,
    providers,
    env: options.env ?? server.env,
    loginArgs: ["login"],
    hasTerminal: true,
    fetch,
    clock,
    log: silentLog,
    wait: async (ms) => {
      // The question on the screen goes first.
      await eventLoopSettled();
      clock.advance(ms);
    },
  });
  const fake = createFakeClient(options);
  const [clientEnd, agentEnd] = createMemoryPair();
  connectToClient(agentEnd, (client) => ({
    initialize: async () => ({
      protocolVersion: 1,
      authMethods: await authentication.methods(),
      agentCapabilities: { auth: { logout: {} } },
    }),
    authenticate: async ({ methodId }, { id, signal }) => {
      const say = (text: string): void => void said.push(text);
      const present = presentThroughClient({ client, scope: { requestId: id }, say, clock });
      await authentication.authenticate(methodId, present, signal);
      return {};
    },
    logout: async () => {
      await authentication.logout();
      return {};
    },
  }));
  const agent = connectToAgent(clientEnd, () => fake.handlers);
  await agent.request("initialize", {
    protocolVersion: 1,
    clientCapabilities: options.capabilities ?? { elicitation: { url: {} } },
  });
  return {
    agent,
    fake,
    server,
    credentials,
    authentication,
    said,
    async [Symbol.asyncDispose]() {
      await agent.close();
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe("signing in with GitHub", () => {
  it("shows the page if the client supports URLs, and saves the token", async () => {
    await using test = await openAgent();
    await test.agent.request("authenticate", { methodId: "github" });
    expect(await test.credentials.secret("github")).toBe("gho_token");
    const asked = await test.fake.calls.find("the page", ({ method }) => method === "elicitation/create");
    expect(asked.params).toMatchObject({
      mode: "url",
      url: "https://github.com/login/device",
      message: expect.stringContaining("ABCD-1234"),
      requestId: expect.anything(),
    });
    const { elicitationId } = asked.params as { elicitationId: string };
    const done = await test.fake.calls.find("its end", ({ method }) => method === "elicitation/complete");
    expect(done.params).toEqual({ elicitationId });
    expect(test.said).toEqual([]);
  });

  it("opens the page with the code filled in, if there is one", async () => {
    await using test = await openAgent();
    test.server.willGive({ verification_uri_complete: "https://github.com/login/device?code=ABCD-1234" });
    await test.agent.request("authenticate", { methodId: "github" });
    const asked = await test.fake.calls.find("the page", ({ method }) => method === "elicitation/create");
    expect(asked.params).toMatchObject({ url: "https://github.com/login/device?code=ABCD-1234" });
  });

  it("describes it in text for other clients", async () => {
    await using test = await openAgent({ capabilities: {} });
    await test.agent.request("authenticate", { methodId: "github" });
    expect(test.said).toEqual(["To sign in, open https://github.com/login/device and enter the code ABCD-1234"]);
    expect(await test.credentials.secret("GITHUB_TOKEN")).toBe("gho_token");
  });

  it("fails with −32000 if the user declines, and saves nothing", async () => {
    const polls = Array.from({ length: 100 }, () => PENDING);
    await using test = await openAgent({ polls, answer: () => ({ action: "decline" }) });
    await expect(test.agent.request("authenticate", { methodId: "github" })).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining("declined"),
      data: { methods: [{ id: "environment" }, { id: "github" }, { id: "terminal" }] },
    });
    expect(await test.credentials.list()).toEqual([]);
  });

  it("ends when the client cancels it", async () => {
    const polls = Array.from({ length: 1_000 }, () => PENDING);
    await using test = await openAgent({ polls, answer: () => new Promise(() => undefined) });
    const stop = new AbortController();
    const signing = test.agent.request("authenticate", { methodId: "github" }, { signal: stop.signal });
    await test.fake.calls.find("the page", ({ method }) => method === "elicitation/create");
    stop.abort();
    await expect(signing).rejects.toMatchObject({ code: -32800 });
  });

  it("explains what to configure if the client id is missing", async () => {
    await using test = await openAgent({ env: {} });
    await expect(test.agent.request("authenticate", { methodId: "github" })).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining("requires PARLEY_GITHUB_CLIENT_ID"),
    });
  });

  it("is an error of its own if the server cannot be reached", async () => {
    await using test = await openAgent();
    test.server.code = "drop";
    await expect(test.agent.request("authenticate", { methodId: "github" })).rejects.toMatchObject({ code: -32603 });
  });
});

describe("the other methods", () => {
  it("see whether there is a key by now", async () => {
    await using test = await openAgent();
    const methodId = "environment";
    await expect(test.agent.request("authenticate", { methodId })).rejects.toMatchObject({
      code: -32000,
      data: { variables: expect.arrayContaining(["ANTHROPIC_API_KEY", "OPENAI_API_KEY"]) },
    });
    await test.credentials.set("anthropic", { ANTHROPIC_API_KEY: "k" });
    expect(await test.agent.request("authenticate", { methodId })).toEqual({});
    await using other = await openAgent({ env: { OPENAI_API_KEY: "k" } });
    expect(await other.agent.request("authenticate", { methodId })).toEqual({});
  });

  // Our own client does not send it: what it has to do is to run the program.
  it("do the same after a terminal was used", async () => {
    await using test = await openAgent();
    const { signal } = new AbortController();
    const signIn = (): Promise<void> =>
      test.authentication.authenticate("terminal", () => Promise.resolve("shown"), signal);
    await expect(signIn()).rejects.toMatchObject({ code: -32000 });
    await test.credentials.set("github", { GITHUB_TOKEN: "k" });
    await expect(signIn()).resolves.toBeUndefined();
  });

  it("that are unknown are refused with the ones there are", async () => {
    await using test = await openAgent();
    for (const methodId of ["api-key", "constructor"]) {
      await expect(test.agent.request("authenticate", { methodId })).rejects.toMatchObject({
        code: -32602,
        data: { methods: ["environment", "terminal", "github"] },
      });
    }
  });
});

it("logout removes everything that was saved", async () => {
  await using test = await openAgent();
  await test.credentials.set("anthropic", { ANTHROPIC_API_KEY: "k" });
  await test.credentials.set("github", { GITHUB_TOKEN: "k" });
  expect(await test.agent.request("logout", {})).toEqual({});
  expect(await test.credentials.list()).toEqual([]);
});
