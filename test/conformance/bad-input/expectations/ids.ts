// When ids are wrong, used twice or unusual.
import { turn, type Expectations } from "../expectation.ts";

const chosen = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });

export const idExpectations = {
  "answers-twice": turn("the first answer counts, the second is reported", {
    late: ["late"],
    problems: ["unmatched_response"],
  }),
  "unknown-ids": turn("each is reported", {
    problems: ["unmatched_response", "unmatched_response", "unmatched_response"],
  }),
  "id-as-text": turn("an id of another type is another id", { problems: ["unmatched_response"] }),
  "same-id-twice": turn("both are answered, and it is reported", {
    problems: ["duplicate_request_id"],
    answers: [
      { id: "twice", result: chosen("first") },
      { id: "twice", result: chosen("second") },
    ],
  }),
  "unusual-ids": turn("each is answered with its very id", {
    answers: ["", "a/b", -1, 1.5, 2 ** 53, null].map((id) => ({ id, result: chosen("unusual") })),
  }),
  "odd-ids": turn("each is answered with −32600 and id null", {
    problems: ["invalid_message", "invalid_message", "invalid_message"],
    answers: Array.from({ length: 3 }, () => ({ id: null, error: -32600 })),
  }),
} satisfies Expectations;
