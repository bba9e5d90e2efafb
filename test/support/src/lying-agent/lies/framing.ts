// Lies in bytes: what is on stdout is not a message, or is framed wrongly.
import type { Lie, LyingTurn, TurnGoesOn } from "../lie.ts";

const MIB = 1024 * 1024;
const HUGE_BYTES = 200 * MIB;

export const framingLies = {
  "log-lines": framing("prints log lines, some of them coloured", [
    "Starting up…\n",
    "\u001B[32minfo\u001B[39m ready in 12 ms\n",
    "\u001B[2J\u001B[H\n",
  ]),
  binary: framing("prints bytes that are not text", [new Uint8Array([0, 255, 254, 128, 27, 200, 10])]),
  "half-json": framing("prints half a message as a line", ['{"jsonrpc":"2.0","method":"session/update","par\n']),
  "blank-lines": framing("prints blank lines", ["\n", "\r\n", "   \n", "\t\n"]),
  crlf: framing("ends a line with CRLF", [`${textUpdate("crlf")}\r\n`]),
  bom: framing("starts a line with a byte order mark", [`\uFEFF${textUpdate("bom")}\n`]),
  "invalid-utf8": framing("has invalid UTF-8 inside a string", [
    splitAt(textUpdate("bad @ byte"), "@")[0],
    Uint8Array.of(0xff),
    splitAt(textUpdate("bad @ byte"), "@")[1],
    "\n",
  ]),
  "cut-anywhere": {
    about: "cuts its output inside characters and escapes",
    needs: "bytes",
    midTurn: async ({ wire }) => {
      for (const byte of Buffer.from(`${textUpdate('ä€😀 \\ "')}\n`)) await wire.bytes(Uint8Array.of(byte));
    },
  },
  scalars: framing("prints JSON that is not an object", ["42\n", '"text"\n', "null\n", "true\n"]),
  "proto-keys": framing("names a field __proto__", [
    `{"__proto__":{"polluted":true},"jsonrpc":"2.0","method":"_x/proto","params":{"__proto__":{"polluted":true}}}\n`,
  ]),
  "deep-nesting": framing("nests 50,000 levels deep", [
    `{"jsonrpc":"2.0","method":"_x/deep","params":{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}}\n`,
  ]),
  "huge-notification": {
    about: "sends a notification of 200 MiB",
    needs: "bytes",
    midTurn: (turn) => writeHuge(turn, ...splitAt(textUpdate("@"), "@")),
  },
  "huge-answer": {
    about: "answers a prompt with 200 MiB",
    needs: "bytes",
    midTurn: async (turn): Promise<TurnGoesOn> => {
      const answer = JSON.stringify({ jsonrpc: "2.0", id: turn.id, result: { stopReason: "end_turn", _meta: "@" } });
      await writeHuge(turn, ...splitAt(answer, "@"));
      turn.say("after");
      return "ended";
    },
  },
  "huge-request": {
    about: "sends a request of 200 MiB",
    needs: "bytes",
    midTurn: (turn) => {
      const request = { jsonrpc: "2.0", id: "huge", method: "session/request_permission", params: { _meta: "@" } };
      return writeHuge(turn, ...splitAt(JSON.stringify(request), "@"));
    },
  },
} satisfies Record<string, Lie>;

function framing(about: string, parts: readonly (string | Uint8Array)[]): Lie {
  return {
    about,
    needs: "bytes",
    midTurn: async ({ wire }) => {
      for (const part of parts) await wire.bytes(part);
    },
  };
}

function textUpdate(text: string): string {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "lying-session", update } });
}

function splitAt(text: string, mark: string): [head: string, tail: string] {
  const [head = "", tail = ""] = text.split(mark);
  return [head, tail];
}

async function writeHuge({ wire }: LyingTurn, head: string, tail: string): Promise<void> {
  const filler = Buffer.alloc(MIB, "x");
  await wire.bytes(head);
  for (let written = 0; written < HUGE_BYTES; written += filler.length) await wire.bytes(filler);
  await wire.bytes(`${tail}\n`);
}
