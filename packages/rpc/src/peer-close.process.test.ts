import { ParleyError } from "@parley/base";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createNdjsonTransport } from "./ndjson.ts";
import { createSide, rejectionOf, transports } from "./testing/peers.ts";
import { Queue, settled } from "./testing/queue.ts";
import { createRawPeer } from "./testing/raw-peer.ts";

describe.each(transports)("closing over %s", (_, join) => {
  it("rejects pending requests with an error that names the method, on both sides", async () => {
    const [left, right] = join();
    const asked = new Queue<string>();
    const requests = {
      hang: () => {
        asked.push("hang");
        return new Promise(() => undefined);
      },
    };
    const a = createSide(left, { requests });
    const b = createSide(right, { requests });
    const pending = [a, b].map(({ peer }) => rejectionOf(peer.request("hang")));
    await asked.next();
    await asked.next();
    await a.peer.close();
    for (const error of await Promise.all(pending)) {
      expect(error).toBeInstanceOf(ParleyError);
      expect(error).toMatchObject({
        code: "connection_closed",
        message: "The connection was closed before hang was answered",
      });
    }
    expect(await a.peer.closed).toBeUndefined();
    expect(await b.peer.closed).toBeUndefined();
  });

  it("aborts the requests it owes, and refuses what comes afterwards without throwing", async () => {
    const [left, right] = join();
    const signals = new Queue<AbortSignal>();
    const a = createSide(left, {
      requests: {
        hang: (__, { signal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
      },
    });
    const b = createSide(right);
    const pending = rejectionOf(b.peer.request("hang"));
    const signal = await signals.next();
    await a.peer.close();
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toMatchObject({ code: "connection_closed" });
    await pending;
    expect(a.peer.notify("note")).toBe("closed");
    expect(await rejectionOf(a.peer.request("late"))).toMatchObject({ code: "connection_closed" });
    expect(await rejectionOf(b.peer.request("late"))).toMatchObject({ code: "connection_closed" });
    await a.peer.drained();
    await a.peer.close();
    await b.peer.close();
  });

  it("delivers messages sent before it", async () => {
    const [left, right] = join();
    const seen: unknown[] = [];
    const { peer } = createSide(left);
    const reader = createSide(right, { notifications: { note: (params) => seen.push(params) } });
    for (let index = 0; index < 100; index += 1) peer.notify("note", index);
    await peer.close();
    await reader.peer.closed;
    expect(seen).toHaveLength(100);
  });
});

describe("the end of input", () => {
  it("takes a last line without a newline", async () => {
    const seen: unknown[] = [];
    const { peer, input } = createRawPeer({ notifications: { note: (params) => seen.push(params) } });
    input.end('{"jsonrpc":"2.0","method":"note","params":"last"}');
    await peer.closed;
    expect(seen).toEqual(["last"]);
  });

  it("still lets requests in flight be answered", async () => {
    let answer: (value: string) => void = () => undefined;
    const { peer, input, written, say } = createRawPeer({
      requests: {
        ask: () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
    });
    say({ jsonrpc: "2.0", id: 1, method: "ask" });
    input.end();
    expect(await peer.closed).toBeUndefined();
    answer("still here");
    expect(await written.next()).toEqual({ jsonrpc: "2.0", id: 1, result: "still here" });
    await peer.close();
  });

  it("is a failure if reading fails", async () => {
    const { peer, input } = createRawPeer();
    const pending = rejectionOf(peer.request("ask"));
    const cause = new Error("EIO");
    input.destroy(cause);
    expect(await peer.closed).toMatchObject({ code: "connection_failed", cause });
    expect(await pending).toMatchObject({
      code: "connection_failed",
      message: "The connection was closed before ask was answered: Reading from the other side failed: EIO",
    });
  });
});

describe("a process that dies", () => {
  it("rejects pending requests; writing to it returns an error instead of throwing", async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL("testing/mute-child.mjs", import.meta.url))], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ready = new Queue<string>();
    const { peer } = createSide(createNdjsonTransport(child.stdout, child.stdin), {
      notifications: { ready: () => ready.push("ready") },
    });
    await ready.next();
    const pending = rejectionOf(peer.request("ask"));
    child.kill("SIGKILL");
    const failures: unknown[] = [];
    while (peer.notify("note", "x".repeat(1_000)) !== "closed") await settled();
    failures.push(await pending, await rejectionOf(peer.request("late")));
    expect(failures).toMatchObject([{ code: "connection_closed" }, { code: "connection_closed" }]);
    expect(failures[0]).toMatchObject({ message: expect.stringContaining("before ask was answered") });
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await peer.closed;
    await peer.close();
    expect(child.signalCode).toBe("SIGKILL");
  });
});
