// What becomes of a request when the provider, the network or the user stops it.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Model, ModelEvent } from "../model.ts";
import { gather, only, open, request, testEnvironment, textOf } from "../testing/ask.ts";
import { startRudeServer } from "../testing/rude-server.ts";
import { TEST_KEY, variablesFor, WIRES } from "../testing/wires.ts";

/** Put together here: what looks like a key is nowhere in the repository. */
const OTHER_KEY = ["sk", "abcdefghijklmnop"].join("-");

let stub: StubModel;
beforeAll(async () => {
  stub = await startStubModel();
});
afterAll(() => stub.close());

const failureOf = (events: readonly ModelEvent[]) => only(events, "failure")[0]?.failure;

/** Aborts between two pieces of a slow text. */
async function abortAfterTwo(model: Model): Promise<{ events: ModelEvent[]; afterAbort: ModelEvent[] }> {
  const abort = new AbortController();
  const events: ModelEvent[] = [];
  const afterAbort: ModelEvent[] = [];
  for await (const event of model.stream(request(stubScript("slow 1000 50")), abort.signal)) {
    (abort.signal.aborted ? afterAbort : events).push(event);
    if (events.length === 2) setTimeout(() => abort.abort(), 5);
  }
  return { events, afterAbort };
}

describe.each(WIRES)("%s", (wire) => {
  const id = `${wire}/stub-model`;
  const play = async (...lines: readonly string[]) => {
    const environment = testEnvironment(variablesFor(wire, stub.url));
    const events = await gather(await open(id, environment), request(stubScript(...lines)));
    // For every failure of every provider.
    expect(JSON.stringify(events)).not.toContain(TEST_KEY);
    return { events, waits: environment.waits };
  };

  it("waits as long as a 429 says, and succeeds", async () => {
    const { events, waits } = await play("status 429 7 1", `say at last, ${wire}`);
    expect(waits).toEqual([7_000]);
    expect(events[0]).toMatchObject({
      type: "retry",
      attempt: 1,
      delayMs: 7_000,
      failure: { kind: "rate_limited", status: 429 },
    });
    expect(textOf(events)).toBe(`at last, ${wire}`);
    expect(events.at(-1)).toMatchObject({ type: "finish" });
  });

  it("gives up after a few 500s, each wait longer than the last", async () => {
    const { events, waits } = await play("status 500 0 100", "say never");
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
    expect(only(events, "retry").map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
    expect(failureOf(events)).toMatchObject({ kind: "failed", status: 500 });
    expect(events.at(-1)?.type).toBe("failure");
  });

  it("calls what is overloaded so", async () => {
    expect((await play("status 529 0 1", `say ${wire}`)).events[0]).toMatchObject({ failure: { kind: "overloaded" } });
    expect((await play("status 503 0 1", `say ${wire}`)).events[0]).toMatchObject({ failure: { kind: "overloaded" } });
  });

  it("says what to set when the key is wrong, and does not try again", async () => {
    const { events, waits } = await play("status 401 0 100");
    expect(waits).toEqual([]);
    const failure = failureOf(events);
    expect(failure).toMatchObject({ kind: "auth_required", status: 401 });
    const [variable = ""] = Object.keys(variablesFor(wire, "")).filter((name) => name.endsWith("_KEY"));
    expect(failure?.variables).toContain(variable);
    expect(failure?.remedy).toBe(`Check ${variable}.`);
  });

  it("lists the models there are when this one is not", async () => {
    const failure = failureOf((await play("status 404 0 100")).events);
    expect(failure).toMatchObject({ kind: "model_unknown", status: 404, models: [id] });
    expect(failure?.message).toContain(id);
  });

  it("passes on the message of a rejected request", async () => {
    const failure = failureOf((await play("status 400 0 100")).events);
    expect(failure).toMatchObject({ kind: "failed", status: 400 });
    expect(failure?.message).toContain("The script says to answer 400.");
  });

  it("lets stand what came before the connection broke", async () => {
    const { events, waits } = await play("say half a", "drop");
    expect(textOf(events)).toBe("half a");
    expect(waits).toEqual([]);
    expect(failureOf(events)).toMatchObject({ kind: "connection" });
    expect(failureOf(events)?.message).toContain(stub.url);
  });

  it("tries again when the connection broke before anything came", async () => {
    const { events, waits } = await play("drop");
    expect(waits).toHaveLength(5);
    expect(failureOf(events)).toMatchObject({ kind: expect.stringMatching(/connection|bad_response/) });
  });

  it("ends with the provider's error in the middle of a stream", async () => {
    const { events, waits } = await play("say so far", "fail the disk of the provider is full");
    expect(textOf(events)).toBe("so far");
    expect(waits).toEqual([]);
    expect(failureOf(events)?.message).toContain("the disk of the provider is full");
  });

  it("ends at once when it is aborted, without another event", async () => {
    const model = await open(id, testEnvironment(variablesFor(wire, stub.url)));
    const { events, afterAbort } = await abortAfterTwo(model);
    expect(events.every(({ type }) => type === "text")).toBe(true);
    // All of it would have been a thousand, over most of a minute.
    expect(events.length).toBeLessThan(500);
    expect(afterAbort).toEqual([]);
  });

  it("ends at once when it is aborted before the first word, or before it began", async () => {
    const model = await open(id, testEnvironment(variablesFor(wire, stub.url)));
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    expect(await gather(model, request(stubScript("wait 60000", "say late")), abort.signal)).toEqual([]);
    expect(await gather(model, request(stubScript("say never")), abort.signal)).toEqual([]);
  });

  it("makes one failure of an answer that makes no sense", async () => {
    await using garbage = await startRudeServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end("data: {{{ no json\n\n");
    });
    const model = await open(id, testEnvironment(variablesFor(wire, garbage.url)));
    const events = await gather(model, request("hello"));
    expect(failureOf(events)).toMatchObject({ kind: "bad_response" });
    expect(events).toHaveLength(1);
  });

  it("recognises a page that is no provider's", async () => {
    await using page = await startRudeServer((response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome</html>");
    });
    const model = await open(id, testEnvironment(variablesFor(wire, page.url)));
    const events = await gather(model, request("hello"));
    expect(events.at(-1)).toMatchObject({ type: "failure", failure: { kind: "bad_response" } });
    expect(failureOf(events)?.remedy).toContain("URL");
  });

  it("names the address that does not respond", async () => {
    const gone = await startRudeServer(() => undefined);
    await gone[Symbol.asyncDispose]();
    const environment = testEnvironment(variablesFor(wire, gone.url));
    const events = await gather(await open(id, environment), request("hello"));
    expect(events).toHaveLength(1);
    expect(failureOf(events)).toMatchObject({ kind: "connection", remedy: expect.stringContaining("URL") });
    expect(failureOf(events)?.message).toContain(gone.url);
    expect(failureOf(events)?.message).toContain("ECONNREFUSED");
  });

  it("hides the key, should the provider repeat it", async () => {
    await using parrot = await startRudeServer((response) => {
      const message = `wrong key ${TEST_KEY}, in words: ${OTHER_KEY}`;
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message, type: "x", code: 400, status: "INVALID_ARGUMENT" } }));
    });
    const events = await gather(await open(id, testEnvironment(variablesFor(wire, parrot.url))), request("hello"));
    expect(failureOf(events)?.message).toContain("wrong key");
    expect(JSON.stringify(events)).not.toContain(TEST_KEY);
    expect(JSON.stringify(events)).not.toContain(OTHER_KEY);
  });
});

it("ends a wait for the next try at once when it is aborted", async () => {
  const environment = testEnvironment(variablesFor("anthropic", stub.url), { wait: undefined });
  const model = await open("anthropic/stub-model", environment);
  const abort = new AbortController();
  const types: string[] = [];
  for await (const event of model.stream(request(stubScript("status 429 60 1", "say late")), abort.signal)) {
    types.push(event.type);
    setTimeout(() => abort.abort(), 10);
  }
  expect(types).toEqual(["retry"]);
});

it("does not wait longer than is allowed, and says when to come back", async () => {
  const model = await open("openai/stub-model", testEnvironment(variablesFor("openai", stub.url)));
  const events = await gather(model, request(stubScript("status 429 500 1", "say late")));
  expect(events).toHaveLength(1);
  expect(failureOf(events)).toMatchObject({ kind: "rate_limited", remedy: expect.stringContaining("500 seconds") });
});
