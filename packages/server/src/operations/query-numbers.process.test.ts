// Invalid numbers and cursors: each is refused with the field's name or accepted, and none is a server error.
import { operations, type Operation } from "@parley/contract";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ZodObject } from "zod";
import { createAcpPeer, TRANSPORTS } from "../dialects/acp/testing/acp-peer.ts";

type Fields = Readonly<Record<string, unknown>>;

const NOT_COUNTS = ["-1", "1.5", "abc", "NaN", "Infinity", "-Infinity", "1e400", "99999999999999999999", "0x", "", " "];
const LARGE = ["1000000000", "2147483648", "9007199254740991", "1e15"];
const encode = (text: string): string => Buffer.from(text).toString("base64url");
const FORGED = [
  encode('[1e300,"a"]'),
  encode('[-1e19,"a"]'),
  encode('[0.5,"a"]'),
  encode('[null,"a"]'),
  encode("[9007199254740993]"),
  encode('{"ms":1}'),
  "WzE3",
  "%%%",
  "x".repeat(5_000),
];
/** Nothing that a list of ours would refuse, but to no row. */
const ELSEWHERE = [encode('[9007199254740991,"\\u0000"]'), encode('[-9007199254740991,""]')];

const all = Object.entries<Operation>(operations).filter(([, operation]) => operation.query !== undefined);
const fieldsOf = ({ query }: Operation): readonly string[] => Object.keys((query as ZodObject).shape);

let server: TestServer;
let sessionId: string;
/** A cursor that a list gave. */
let own: string;

beforeAll(async () => {
  server = await openTestServer();
  sessionId = (await server.hub.sessions.create({ agent: "script" })).id;
  await server.hub.sessions.create({ agent: "script" });
  own = (await server.hub.sessions.list({ limit: 1 })).nextCursor ?? "";
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function toPath({ path }: Operation, values: Readonly<Record<string, string>>): string {
  const place = path.replaceAll("{id}", sessionId).replaceAll(/\{\w+\}/g, "script");
  const needed = { q: "word", path: join(server.folder, "a.txt") };
  return `${place}?${new URLSearchParams({ ...needed, ...values }).toString()}`;
}

async function ask(
  operation: Operation,
  values: Readonly<Record<string, string>>,
): Promise<{ status: number; body: Fields }> {
  const stop = new AbortController();
  const response = await server.fetch(toPath(operation, values), {
    method: operation.method.toUpperCase(),
    signal: stop.signal,
  });
  const isJson = response.headers.get("Content-Type")?.includes("json") === true;
  const body = isJson && !response.ok ? ((await response.json()) as Fields) : {};
  // Some are streams without an end.
  stop.abort();
  return { status: response.status, body };
}

describe.each(all)("%s", (_, operation) => {
  const names = fieldsOf(operation);
  const counts = names.filter((name) => ["limit", "after", "before", "line", "wait_seconds"].includes(name));
  // The stream of all events resumes after a text.
  const numbers = counts.filter((name) => operation.path !== "/events" || name !== "after");

  it.each(numbers)("refuses a %s that is not a count", async (name) => {
    for (const value of NOT_COUNTS) {
      expect(await ask(operation, { [name]: value }), `the value ${value}`).toMatchObject({
        status: 400,
        body: { code: "bad_input", field: name },
      });
    }
  });

  it.each(counts)("takes or refuses a large %s", async (name) => {
    for (const value of LARGE) {
      const { status, body } = await ask(operation, { [name]: value });
      expect(status, `${value} ${JSON.stringify(body)}`).toBeLessThan(500);
      expect([name, undefined], `the value ${value}`).toContain(body["field"]);
    }
  });

  it.runIf(names.includes("cursor"))("refuses a forged cursor", async () => {
    for (const cursor of FORGED) {
      expect(await ask(operation, { cursor }), `the cursor ${cursor}`).toMatchObject({
        status: 400,
        body: { code: "bad_input", field: "cursor" },
      });
    }
    for (const cursor of [...ELSEWHERE, own])
      expect((await ask(operation, { cursor })).status, `the cursor ${cursor}`).toBeLessThan(500);
  });
});

describe.each(TRANSPORTS)("ACP over %s", (_, connect) => {
  it("refuses a forged cursor", async () => {
    const peer = await createAcpPeer(await connect(server));
    for (const cursor of FORGED) {
      const refused = { code: -32_602, data: { field: "cursor" } };
      await expect(peer.ask("session/list", { cursor }), `the cursor ${cursor}`).rejects.toMatchObject(refused);
      await expect(peer.ask("_parley/turns/list", { cursor }), `the cursor ${cursor}`).rejects.toMatchObject(refused);
    }
    await peer.transport.close();
  });
});

describe("other dialects", () => {
  it("refuse a forged cursor over A2A", async () => {
    const post = async (params: Fields): Promise<Fields> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ListTasks", params });
      const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
      return (await (await server.fetch("/a2a", { method: "POST", headers, body })).json()) as Fields;
    };
    const refused = (field: string): object => ({
      error: { code: -32_602, message: expect.stringContaining(field) as string },
    });
    for (const pageToken of FORGED)
      expect(await post({ pageToken }), `the cursor ${pageToken}`).toMatchObject(refused("pageToken"));
    for (const pageSize of [-1, 0, 1e9, 1.5, "abc", 2 ** 53]) {
      expect(await post({ pageSize }), `the size ${pageSize}`).toMatchObject(refused("pageSize"));
    }
    for (const historyLength of [-1, 1.5, "abc"]) {
      expect(await post({ historyLength }), `the length ${historyLength}`).toMatchObject(refused("historyLength"));
    }
    for (const field of ["pageSize", "historyLength"]) {
      for (const value of ["-1", "abc", "1.5"]) {
        const response = await server.fetch(`/tasks?${field}=${value}`, { headers: { "A2A-Version": "1.0" } });
        expect([response.status, await response.text()], `${field}=${value}`).toMatchObject([
          400,
          expect.stringContaining(field) as string,
        ]);
      }
    }
  });

  it("refuse pages of agents over ACP-REST", async () => {
    for (const field of ["limit", "offset"]) {
      for (const value of ["-1", "1.5", "abc", "NaN", "1e400"]) {
        const response = await server.fetch(`/agents?${field}=${value}`);
        expect([response.status, await response.json()], `${field}=${value}`).toMatchObject([400, { data: { field } }]);
      }
    }
    for (const value of LARGE) expect((await server.fetch(`/agents?offset=${value}`)).status).toBe(200);
  });
});
