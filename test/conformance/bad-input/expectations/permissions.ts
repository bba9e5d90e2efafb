// When permission requests are odd.
import { turn, type Expectation, type Expectations } from "../expectation.ts";

function chosen(answer: string, optionId: string): Expectation {
  return turn(answer, {
    answers: [{ id: "ask-1", result: { outcome: { outcome: "selected", optionId } } }],
    also: ({ asked }, expect) => expect(asked.items).toMatchObject([{ toolCall: { toolCallId: "unannounced" } }]),
  });
}

export const permissionExpectations = {
  "permission-for-unannounced-call": chosen("it is asked all the same", "no"),
  "permission-with-twin-kinds": chosen("the choice is sent by its id", "always-server"),
  "permission-with-raw-names": chosen("it is asked all the same", "allow_once"),
  "permission-of-another-kind": chosen("it is asked all the same", "maybe"),
  "permission-without-options": turn("the client decides", {
    answers: [{ id: "ask-1", result: { outcome: { outcome: "cancelled" } } }],
  }),
} satisfies Expectations;
