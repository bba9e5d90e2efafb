// Our agent, as a process, against a client whose bytes are wrong: every case has a defined answer, and it goes on.
import { once } from "node:events";
import { bundleProgram, createRawPeer, scriptedAgent, startProgram, type Frame } from "@parley/test-support";
import { describe, it } from "vitest";

const MIB = 1024 * 1024;

interface Case {
  readonly about: string;
  readonly bytes: readonly (string | Uint8Array)[];
  /** What is answered, in order: the id, and the error code or the text that was echoed. */
  readonly answers: readonly (readonly [id: unknown, outcome: unknown])[];
}

const cases: readonly Case[] = [
  { about: "text that is not JSON", bytes: ["hello\n", "\u001B[31mred\n", "{\n"], answers: times(3, [null, -32700]) },
  { about: "bytes that are no text", bytes: [Uint8Array.of(0, 255, 254, 128, 10)], answers: [[null, -32700]] },
  {
    about: "JSON that is not an object",
    bytes: ["42\n", "null\n", '"x"\n', "[]\n"],
    answers: times(4, [null, -32600]),
  },
  { about: "a batch", bytes: [`[${echo(1, "a")},${echo(2, "b")}]\n`], answers: [[null, -32600]] },
  { about: "blank lines", bytes: ["\n", "\r\n", "  \t\n"], answers: [] },
  { about: "CRLF", bytes: [`${echo(1, "crlf")}\r\n`], answers: [[1, "crlf"]] },
  { about: "a byte order mark", bytes: [`\uFEFF${echo(1, "bom")}\n`], answers: [[1, "bom"]] },
  {
    about: "invalid UTF-8 inside a string",
    bytes: [echo(1, "@").split("@")[0] ?? "", Uint8Array.of(0xff), echo(1, "@").split("@")[1] ?? "", "\n"],
    answers: [[1, "\uFFFD"]],
  },
  {
    about: "a message in single bytes",
    bytes: [...Buffer.from(`${echo(1, "ä€😀")}\n`)].map((byte) => Uint8Array.of(byte)),
    answers: [[1, "ä€😀"]],
  },
  {
    about: "one id twice at once",
    bytes: [`${echo(1, "a")}\n${echo(1, "b")}\n`],
    answers: [
      [1, "a"],
      [1, "b"],
    ],
  },
  {
    about: "a request over the limit",
    bytes: [echo(7, "@").split("@")[0] ?? "", ...filler(70), echo(7, "@").split("@")[1] ?? "", "\n"],
    answers: [[7, -32600]],
  },
  {
    about: "a notification over the limit",
    bytes: ['{"jsonrpc":"2.0","method":"_x/huge","params":"', ...filler(70), '"}\n'],
    answers: [[null, -32600]],
  },
  {
    about: "2,000 requests in one write",
    bytes: [Array.from({ length: 2_000 }, (_, id) => `${echo(id, "x")}\n`).join("")],
    answers: Array.from({ length: 2_000 }, (_, id) => [id, "x"] as const),
  },
  {
    about: "answers that nobody asked for",
    bytes: ['{"jsonrpc":"2.0","id":5,"result":{}}\n{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}\n'],
    answers: [],
  },
];

describe.concurrent("our agent and a client that", () => {
  for (const { about, bytes, answers } of cases) {
    it(`sends ${about}`, async ({ expect }) => {
      await using agent = startProgram(await bundleProgram(scriptedAgent.main));
      const client = createRawPeer(agent.transport());
      for (const part of bytes) if (!agent.stdin.write(part)) await once(agent.stdin, "drain");
      client.send({ jsonrpc: "2.0", id: "fence", method: "_parley/echo", params: { text: "still here" } });
      await client.answerTo("fence");
      expect(client.heard.items.map(toOutcome)).toEqual([...answers, ["fence", "still here"]]);
      expect(client.malformed).toEqual([]);
    });
  }

  it("sends a last request without a newline, and then nothing", async ({ expect }) => {
    await using agent = startProgram(await bundleProgram(scriptedAgent.main));
    const client = createRawPeer(agent.transport());
    agent.stdin.end(`${echo(1, "first")}\n${echo(2, "last")}`);
    await client.closed;
    expect(client.heard.items.map(toOutcome)).toEqual([
      [1, "first"],
      [2, "last"],
    ]);
    expect(await agent.exited).toEqual({ code: 0, signal: null });
  });

  it("sends half a request, and then nothing", async ({ expect }) => {
    await using agent = startProgram(await bundleProgram(scriptedAgent.main));
    const client = createRawPeer(agent.transport());
    agent.stdin.end(echo(1, "cut").slice(0, 30));
    await client.closed;
    expect(client.heard.items.map(toOutcome)).toEqual([[null, -32700]]);
    expect(await agent.exited).toEqual({ code: 0, signal: null });
  });
});

function echo(id: number, text: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "_parley/echo", params: { text } });
}

function filler(mib: number): Uint8Array[] {
  const part = Buffer.alloc(MIB, "x");
  return Array.from({ length: mib }, () => part);
}

function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item);
}

function toOutcome({ id, result, error }: Frame): readonly [unknown, unknown] {
  return [id, error === undefined ? (result as { text: unknown }).text : (error as { code: unknown }).code];
}
