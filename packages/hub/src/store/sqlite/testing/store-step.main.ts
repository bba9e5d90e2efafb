// One step with a store, in a process of its own, because two drivers in one process would break each other's locks:
// `store-step.main PATH DRIVER STEP [ARGUMENT]`. Prints the outcome as JSON.
import { ParleyError } from "@parley/base";
import { writeSync } from "node:fs";
import { readAll, toBatch, toLines, toSession, toText } from "../../testing/rows.ts";
import type { DriverName } from "../driver.ts";
import { loadDriver } from "../load-driver.ts";
import { openSqliteReader, openSqliteStore } from "../open-sqlite-store.ts";

const STDOUT = 1;
const [path = "", name, step = "", argument = ""] = process.argv.slice(2);
const driver = name as DriverName;

const STEPS: Readonly<Record<string, () => Promise<unknown>>> = {
  /** A session with events and a text to search for. */
  async fill() {
    await using store = await openSqliteStore({ path, driver });
    await store.insertSession(toSession({ id: argument }));
    await store.appendEvents([toBatch(argument, 1, 700)], new Map(), { isDurable: true });
    await store.indexTexts([toText(`Crème brûlée of ${argument}`, { sessionId: argument })]);
  },
  async delete() {
    await using store = await openSqliteStore({ path, driver });
    await store.deleteSession(argument);
  },
  async search() {
    await using store = await openSqliteStore({ path, driver });
    return (await store.search(argument, 5)).map(({ sessionId }) => sessionId).toSorted();
  },
  /** What a killed process has left, and whether more can be appended. */
  async resume() {
    await using store = await openSqliteStore({ path, driver });
    const lastSeq = (await store.getSession("s1"))?.lastSeq ?? 0;
    const isComplete = isSame(await readAll(store, "s1"), toLines("s1", 1, lastSeq));
    const hits = await store.search(`event${argument}`, 5);
    const next = lastSeq + 3;
    await store.appendEvents([toBatch("s1", lastSeq + 1, 3)], new Map(), { isDurable: true });
    await store.indexTexts([toText(`event${next} was appended`, { seq: next, at: next })]);
    return { lastSeq, isComplete, hits: hits.length };
  },
  /** Beside a process that writes. */
  async read() {
    await using reader = await openSqliteReader(path, driver);
    const limit = Number(argument);
    const lastSeq = (await reader?.getSession("s1"))?.lastSeq ?? 0;
    const isComplete = isSame((await reader?.readEvents("s1", { after: 0, limit })) ?? [], toLines("s1", 1, limit));
    return { lastSeq, isComplete, hits: (await reader?.search(`event${argument}`, 5))?.length };
  },
  async check() {
    const database = (await loadDriver(driver)).open(path);
    return database.prepare("pragma integrity_check").all([]);
  },
};

function isSame(lines: readonly string[], expected: readonly string[]): boolean {
  return lines.join("\n") === expected.join("\n");
}

let outcome: unknown;
try {
  outcome = await STEPS[step]?.();
} catch (error) {
  outcome = error instanceof ParleyError ? { code: error.code, message: error.message } : { error: String(error) };
}
writeSync(STDOUT, `${JSON.stringify(outcome ?? null)}\n`);
