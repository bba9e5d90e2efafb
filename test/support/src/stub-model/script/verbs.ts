// The verbs of a script: one row each.
import { BadRequest } from "../bad-request.ts";
import { PAUSE_MS_MAX, SLOW_PIECES_MAX } from "../limits.ts";
import type { Instruction, Intent } from "./instruction.ts";
import { takeNumber, takeObject, takeText, takeWord } from "./words.ts";

const intent = (found: Intent): Instruction => ({ type: "intent", intent: found });

export const verbs: Readonly<Record<string, (rest: string) => Instruction>> = {
  /** `say TEXT` */
  say: (rest) => ({ type: "say", text: takeText(rest) }),
  /** `think TEXT` */
  think: (rest) => ({ type: "think", text: takeText(rest) }),
  /** `echo result`: says what the tools of the step before gave back. */
  echo: (rest) => {
    if (rest.trim() !== "result") throw new BadRequest(`stub: echo takes "result", not ${JSON.stringify(rest)}`);
    return { type: "echo" };
  },
  /** `slow COUNT MS`: COUNT pieces of text, each after a pause. */
  slow: (rest) => {
    const [count, gap] = takeWord(rest, "the number of pieces");
    return {
      type: "slow",
      count: takeNumber(count, "the number of pieces", SLOW_PIECES_MAX),
      gapMs: takeNumber(gap.trim(), "the pause", PAUSE_MS_MAX),
    };
  },
  /** `call TOOL {…}`: a tool by its very name. */
  call: (rest) => {
    const [tool, input] = takeWord(rest, "the tool");
    return { type: "call", tool, input: input.trim() === "" ? "{}" : input.trim() };
  },
  /** `read PATH` */
  read: (rest) => intent({ kind: "read", path: takeText(rest) }),
  /** `write PATH TEXT` */
  write: (rest) => {
    const [path, text] = takeWord(rest, "the path");
    return intent({ kind: "write", path, text: takeText(text) });
  },
  /** `edit PATH OLD => NEW` */
  edit: (rest) => {
    const [path, change] = takeWord(rest, "the path");
    const [oldText, newText] = change.split(" => ");
    if (oldText === undefined || newText === undefined) throw new BadRequest("stub: edit takes PATH OLD => NEW");
    return intent({ kind: "edit", path, oldText: takeText(oldText), newText: takeText(newText) });
  },
  /** `run COMMAND` */
  run: (rest) => intent({ kind: "run", command: takeText(rest) }),
  /** `mcp TOOL {…}`: a tool of an MCP server, whatever the agent put before its name. */
  mcp: (rest) => {
    const [tool, input] = takeWord(rest, "the tool");
    return intent({ kind: "mcp", tool, input: takeObject(input, "the tool's input") });
  },
  /** `wait MS` */
  wait: (rest) => ({ type: "wait", ms: takeNumber(rest.trim(), "the pause", PAUSE_MS_MAX) }),
  /** `status CODE RETRY_AFTER_SECONDS TIMES`: fails that many times, then continues. */
  status: (rest) => {
    const [status, more] = takeWord(rest, "the status");
    const [retryAfter, times] = more.trim() === "" ? ["0", ""] : takeWord(more, "the seconds");
    return {
      type: "status",
      status: takeNumber(status, "the status", 599),
      retryAfterS: takeNumber(retryAfter, "the seconds", 600),
      times: takeNumber(times.trim() === "" ? "1" : times.trim(), "the number of failures", 100),
    };
  },
  /** The answer is cut off by its length. */
  max_tokens: () => ({ type: "finish", reason: "length" }),
  /** The answer is a refusal. */
  refuse: () => ({ type: "finish", reason: "refusal" }),
  /** `usage INPUT OUTPUT`: the tokens it reports. */
  usage: (rest) => {
    const [inputTokens, outputTokens] = takeWord(rest, "the input tokens");
    return {
      type: "usage",
      inputTokens: takeNumber(inputTokens, "the input tokens", Number.MAX_SAFE_INTEGER),
      outputTokens: takeNumber(outputTokens.trim(), "the output tokens", Number.MAX_SAFE_INTEGER),
    };
  },
  /** `fail TEXT`: an error after what was said so far. */
  fail: (rest) => ({ type: "fail", message: takeText(rest) || "the script says to fail" }),
  /** The connection is cut after what was said so far. */
  drop: () => ({ type: "drop" }),
};
