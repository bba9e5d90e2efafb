// What is expected of our client when an agent lies.
import { ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { Frame, LieName } from "@parley/test-support";
import type { ExpectStatic } from "vitest";
import type { Talk } from "./talk.ts";

/** Tests run side by side, so that each has an `expect` of its own. */
type Check<Result> = (talk: Talk, expect: ExpectStatic) => Result;

export interface Expectation {
  /** The defined answer, as the test's title. */
  readonly answer: string;
  readonly run: Check<Promise<void>>;
}

/** A part of the table of all expectations. */
export type Expectations = Partial<Readonly<Record<LieName, Expectation>>>;

interface TurnChecks {
  /** Every update of the turn, in order. */
  readonly updates?: readonly string[];
  /** How the turn ends, unless it fails. */
  readonly stopReason?: string;
  /** The code of the error that the prompt is rejected with. */
  readonly failsWith?: string | number;
  /** The kinds of problems reported, in order. */
  readonly problems?: readonly string[];
  /** The answers sent: result or error code by id. */
  readonly answers?: readonly { readonly id: unknown; readonly error?: number; readonly result?: unknown }[];
  /** Something the client does after the update `before`, while the turn is open. */
  readonly during?: Check<unknown>;
  /** The updates that come after the turn was answered. */
  readonly late?: readonly string[];
  /** Whatever else must hold. */
  readonly also?: Check<unknown>;
  /** The connection is over: the next prompt fails with a typed error. */
  readonly ends?: true;
}

/** A turn with a lie in it: what is before and after arrives, and unless it `ends` the connection continues. */
export function turn(answer: string, checks: TurnChecks = {}): Expectation {
  return {
    answer,
    run: async (talk, expect) => {
      await talk.open();
      const prompted = settle(talk.prompt("lie"));
      await talk.updates.find("the update before the lie", ({ update }) => textOf(update) === "before");
      await checks.during?.(talk, expect);
      const outcome = await prompted;
      if (checks.failsWith === undefined) expect(outcome).toEqual({ stopReason: checks.stopReason ?? "end_turn" });
      else expect(outcome).toEqual({ failedWith: checks.failsWith });
      const { updates = ["before", "after"], late = [] } = checks;
      if (checks.ends === true) {
        await expect(talk.prompt("once more")).rejects.toBeInstanceOf(ParleyError);
        await talk.agent.closed;
      } else {
        await expect(talk.prompt("once more")).resolves.toEqual({ stopReason: "end_turn" });
      }
      const again = checks.ends === true ? [] : ["again"];
      expect(talk.summary()).toEqual([...updates, ...late, ...again]);
      expect(talk.problems.map(({ kind }) => kind)).toEqual(checks.problems ?? []);
      expect(talk.answers().map(toBrief)).toEqual(checks.answers ?? []);
      await checks.also?.(talk, expect);
    },
  };
}

/** Another course of events than a turn with something in it. */
export function scene(answer: string, run: Expectation["run"]): Expectation {
  return { answer, run };
}

export async function settle(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ParleyError || error instanceof RpcError) return { failedWith: error.code };
    throw error;
  }
}

function toBrief({ id, result, error }: Frame): unknown {
  return error === undefined ? { id, result } : { id, error: (error as { code: number }).code };
}

function textOf(update: object): unknown {
  const { content } = update as { content?: { text?: unknown } };
  return content?.text;
}
