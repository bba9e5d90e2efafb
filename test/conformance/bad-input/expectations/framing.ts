// When what is on the wire is not a message, or is framed oddly.
import { turn, type Expectations } from "../expectation.ts";
import type { Talk } from "../talk.ts";

export const framingExpectations = {
  "log-lines": turn("each line is reported and skipped", { problems: ["malformed", "malformed", "malformed"] }),
  binary: turn("the line is reported and skipped", { problems: ["malformed"] }),
  "half-json": turn("the line is reported and skipped", { problems: ["malformed"] }),
  "blank-lines": turn("they mean nothing"),
  crlf: turn("the line is read", { updates: ["before", "crlf", "after"] }),
  bom: turn("the line is read", { updates: ["before", "bom", "after"] }),
  "invalid-utf8": turn("the line is read with a replacement character", {
    updates: ["before", "bad \uFFFD byte", "after"],
  }),
  "cut-anywhere": turn("the line is read whole", { updates: ["before", 'ä€😀 \\ "', "after"] }),
  scalars: turn("each is reported and answered with −32600", {
    problems: Array.from({ length: 4 }, () => "invalid_message"),
    answers: Array.from({ length: 4 }, () => ({ id: null, error: -32600 })),
  }),
  "proto-keys": turn("nothing is polluted", {
    also: (_talk, expect) => expect(({} as { polluted?: unknown }).polluted).toBeUndefined(),
  }),
  "deep-nesting": turn("the line is reported and skipped", { problems: ["malformed"] }),
  "huge-notification": turn("it is reported with its size and skipped", {
    problems: ["malformed"],
    also: (talk, expect) => expect(sizes(talk)).toEqual([expect.closeTo(200 * 1024 * 1024, -4)]),
  }),
  "huge-answer": turn("the request that it answers fails with message_too_large", {
    failsWith: "message_too_large",
    problems: ["malformed"],
  }),
  "huge-request": turn("it is answered with −32600 by its id", {
    problems: ["malformed"],
    answers: [{ id: "huge", error: -32600 }],
  }),
} satisfies Expectations;

function sizes({ problems }: Talk): number[] {
  return problems.flatMap((problem) => (problem.kind === "malformed" ? [problem.input.bytes] : []));
}
