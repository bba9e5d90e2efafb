// When the agent calls what does not exist or was not offered.
import { turn, type Expectations } from "../expectation.ts";

export const callbackExpectations = {
  "unknown-request": turn("each is answered with −32601", {
    answers: [
      { id: "ask-1", error: -32601 },
      { id: "ask-2", error: -32601 },
    ],
  }),
  "unknown-notifications": turn("they are ignored"),
  "fs-not-offered": turn("each is answered with −32601", {
    answers: [
      { id: "ask-1", error: -32601 },
      { id: "ask-2", error: -32601 },
    ],
  }),
  "shell-line": turn("the command reaches the client as it is", {
    answers: [{ id: "ask-1", result: { terminalId: "terminal-1" } }],
    also: ({ asked }, expect) => expect(asked.items).toMatchObject([{ command: "cd /tmp && echo 'a b' | wc -c" }]),
  }),
  "notification-as-request": turn("it is delivered and answered", {
    updates: ["before", "asked", "after"],
    answers: [{ id: "ask-1", result: {} }],
  }),
  "request-as-notification": turn("no question is asked and nothing is answered", {
    also: ({ asked }, expect) => expect(asked.items).toEqual([]),
  }),
  "cancels-unknown-requests": turn("nothing happens"),
} satisfies Expectations;
