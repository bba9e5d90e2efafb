// Where Node's pipes are not as we know them, the public streams do the work, and every byte passes all the same.
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, connect, type Socket } from "node:net";
import { createTempFolder } from "@parley/test-support";
import { describe, expect, it, test } from "vitest";
import { openLane } from "./lane.ts";
import { PipeOutput } from "./pipe-output.ts";
import { findDescriptor, takeReadingHandle } from "./pipe-handle.ts";
import { readChunks } from "./read-chunks.ts";

type Oddity = (handle: object) => void;

const hide = (name: string, value?: unknown): Oddity => {
  return (handle) => void Object.defineProperty(handle, name, { value, configurable: true });
};

/** What a later Node may do to its handles. The public streams do not need what is changed here. */
const ODDITIES: readonly (readonly [string, Oddity])[] = [
  ["no buffer of ours is taken", hide("useUserBuffer")],
  [
    "taking a buffer of ours fails",
    hide("useUserBuffer", () => {
      throw new Error("no");
    }),
  ],
  ["no descriptor", hide("fd")],
  ["a descriptor that is none", hide("fd", 987_654)],
  ["a descriptor of something else", hide("fd", "7")],
  [
    "neither",
    (handle) => {
      hide("useUserBuffer")(handle);
      hide("fd", -1)(handle);
    },
  ],
];

const HANDLE = "_handle";

function handleOf(stream: object): object {
  return (stream as { readonly [HANDLE]: object })[HANDLE];
}

interface Cat extends AsyncDisposable {
  readonly child: ChildProcess & { readonly stdin: Socket; readonly stdout: Socket };
}

function startCat(oddity: Oddity | undefined): Cat {
  const child = spawn("cat", { stdio: ["pipe", "pipe", "inherit"] }) as unknown as Cat["child"];
  const exited = once(child, "exit");
  for (const pipe of [child.stdin, child.stdout]) oddity?.(handleOf(pipe));
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** Two ends of one socket, and the first of them as odd as that. */
async function openPair(path: string, oddity: Oddity | undefined): Promise<readonly [Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true }).listen(path);
  await once(server, "listening");
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const ours = connect({ path, allowHalfOpen: true });
  await once(ours, "connect");
  const [theirs] = await accepted;
  server.close();
  oddity?.(handleOf(ours));
  return [ours, theirs];
}

/** More than pipes hold, and nothing that a decoder would leave as it is. */
const BYTES = Buffer.from(Array.from({ length: 3 * 2 ** 20 + 7 }, (_, index) => (index * 7 + (index >> 8)) % 256));

describe.each([["none", undefined] as const, ...ODDITIES])("a handle with an oddity: %s", (_, oddity) => {
  it("passes every byte, both ways, in order", async () => {
    await using folder = await createTempFolder();
    const [[input, writer], [output, reader]] = [
      await openPair(folder.file("in"), oddity),
      await openPair(folder.file("out"), oddity),
    ];
    await using cat = startCat(oddity);
    const seen = { there: createHash("sha256"), back: createHash("sha256") };
    const there = openLane({
      source: input,
      output: new PipeOutput(cat.child.stdin, (bytes, length) => seen.there.update(bytes.subarray(0, length))),
    });
    const back = openLane({
      source: cat.child.stdout,
      output: new PipeOutput(output, (bytes, length) => seen.back.update(bytes.subarray(0, length))),
    });
    const received: Buffer[] = [];
    reader.on("data", (chunk: Buffer) => received.push(chunk));
    const ended = once(reader, "end");
    // Small ones one after the other, then a large one.
    for (let at = 0; at < 50_000; at += 997) writer.write(BYTES.subarray(at, Math.min(at + 997, 50_000)));
    writer.end(BYTES.subarray(50_000));
    expect(await there.ended).toBe("source");
    expect(await back.ended).toBe("source");
    await ended;
    expect(Buffer.concat(received).equals(BYTES)).toBe(true);
    const expected = createHash("sha256").update(BYTES).digest("hex");
    expect([seen.there.digest("hex"), seen.back.digest("hex")]).toEqual([expected, expected]);
    for (const socket of [writer, reader]) socket.destroy();
  });
});

describe("the short way", () => {
  it("is taken where handles are as we know them", async () => {
    await using cat = startCat(undefined);
    expect(findDescriptor(cat.child.stdin)).toEqual(expect.any(Number));
    expect(takeReadingHandle(cat.child.stdout)).toBeDefined();
  });

  it("is not taken to read where no buffer of ours is taken", async () => {
    await using cat = startCat(hide("useUserBuffer"));
    expect(readChunks(cat.child.stdout, () => undefined)).toBe(cat.child.stdout);
  });

  it.each([undefined, -1, 0.5, 987_654, "7"])("is not taken to write where the descriptor is %s", async (fd) => {
    await using cat = startCat(hide("fd", fd));
    expect(findDescriptor(cat.child.stdin)).toBeUndefined();
  });
});

test("what came before we began to read is not lost", async () => {
  await using cat = startCat(undefined);
  const { stdin, stdout } = cat.child;
  stdin.write("first ");
  await once(stdout, "readable");
  let text = "";
  const reader = readChunks(stdout, (bytes, length) => (text += bytes.toString("latin1", 0, length)));
  const ended = once(reader, "end");
  stdin.end("second");
  await ended;
  expect(text).toBe("first second");
});
