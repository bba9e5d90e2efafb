import { ParleyError } from "@parley/base";
import { beforeEach, describe, expect, it } from "vitest";
import { QUEUED_PROMPTS_MAX } from "../limits.ts";
import { PromptQueue } from "./prompt-queue.ts";

/** A session that runs one turn at a time, as the real one does. */
class Session {
  readonly ran: string[] = [];
  readonly queue: PromptQueue<string, string> = new PromptQueue({
    send: (prompt, signal) => this.#send(prompt.text, signal),
    interrupt: () => this.endTurn("cancelled"),
    isRunning: () => this.#running !== undefined,
    onChange: () => undefined,
  });
  #running: ((result: string) => void) | undefined;
  readonly #waiting: { readonly text: string; readonly begin: () => void }[] = [];

  get waiting(): string[] {
    return this.#waiting.map(({ text }) => text);
  }

  /** Awaits what follows from the end of the turn: the next one begins. */
  async endTurn(result = "done"): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    running?.(result);
    this.#waiting.shift()?.begin();
    await Promise.resolve();
  }

  #send(text: string, signal: AbortSignal): Promise<string> {
    return new Promise((resolve) => {
      const begin = (): void => {
        this.ran.push(text);
        this.#running = resolve;
        this.queue.begun(text);
      };
      if (this.#running === undefined) return begin();
      const entry = { text, begin };
      this.#waiting.push(entry);
      signal.addEventListener("abort", () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        resolve("withdrawn");
      });
    });
  }
}

let session: Session;
const shown = (): string[] => session.queue.waiting.map(({ text }) => text);
const idOf = (text: string): number => session.queue.waiting.find((prompt) => prompt.text === text)?.id ?? 0;

beforeEach(() => {
  session = new Session();
});

describe("a queue of prompts", () => {
  it("holds what waits for the running turn, in order", async () => {
    const results = ["a", "b", "c"].map((text) => session.queue.add(text, ""));
    expect(shown()).toEqual(["b", "c"]);
    await session.endTurn();
    expect(shown()).toEqual(["c"]);
    await session.endTurn();
    await session.endTurn("last");
    expect(await Promise.all(results)).toEqual(["done", "done", "last"]);
    expect(shown()).toEqual([]);
  });

  it("gives a prompt back for editing", async () => {
    void session.queue.add("a", "");
    const [, last] = [session.queue.add("b", ""), session.queue.add("c", "")];
    expect(session.queue.withdraw()?.text).toBe("c");
    expect(await last).toBeUndefined();
    expect(session.queue.withdraw(idOf("b"))?.text).toBe("b");
    expect([shown(), session.waiting, session.queue.withdraw()]).toEqual([[], [], undefined]);
  });

  it("can be reordered, here and in the session", async () => {
    const results = ["a", "b", "c", "d"].map((text) => session.queue.add(text, ""));
    session.queue.move(idOf("d"), 0);
    expect([shown(), session.waiting]).toEqual([
      ["d", "b", "c"],
      ["d", "b", "c"],
    ]);
    session.queue.move(idOf("d"), 99);
    session.queue.move(idOf("c"), 1);
    expect([shown(), session.waiting]).toEqual([
      ["b", "c", "d"],
      ["b", "c", "d"],
    ]);
    for (const result of ["1", "2", "3", "4"]) await session.endTurn(result);
    expect(await Promise.all(results)).toEqual(["1", "2", "3", "4"]);
    expect(session.ran).toEqual(["a", "b", "c", "d"]);
  });

  it("steers: the turn ends and the prompt is next", async () => {
    const first = session.queue.add("a", "");
    for (const text of ["b", "c"]) void session.queue.add(text, "");
    await session.queue.steer(idOf("c"));
    expect(await first).toBe("cancelled");
    expect([session.ran, shown()]).toEqual([["a", "c"], ["b"]]);
  });

  it("is not changed by a turn that began elsewhere", () => {
    for (const text of ["a", "b"]) void session.queue.add(text, "");
    session.queue.begun("something else");
    expect(shown()).toEqual(["b"]);
  });

  it("has a limit", async () => {
    for (let count = 0; count <= QUEUED_PROMPTS_MAX; count += 1) void session.queue.add(`${count}`, "");
    await expect(session.queue.add("one more", "")).rejects.toBeInstanceOf(ParleyError);
  });
});

it("leaves alone a prompt that is on its way while no turn runs", () => {
  const sent: string[] = [];
  const queue = new PromptQueue<undefined, undefined>({
    send: ({ text }) => {
      sent.push(text);
      return new Promise(() => undefined);
    },
    interrupt: () => Promise.reject(new Error("nothing to interrupt")),
    isRunning: () => false,
    onChange: () => undefined,
  });
  for (const text of ["a", "b", "c"]) void queue.add(text, undefined);
  queue.move(queue.waiting[0]?.id ?? 0, 2);
  queue.move(queue.waiting[2]?.id ?? 0, 0);
  expect(queue.waiting.map(({ text }) => text)).toEqual(["a", "c", "b"]);
  expect(sent).toEqual(["a", "b", "c", "c", "b"]);
});

it("passes a failure on", async () => {
  const queue = new PromptQueue<undefined, undefined>({
    send: () => Promise.reject(new Error("closed")),
    interrupt: () => Promise.resolve(),
    isRunning: () => false,
    onChange: () => undefined,
  });
  await expect(queue.add("a", undefined)).rejects.toThrow("closed");
  expect(queue.waiting).toEqual([]);
});
