import { ParleyError } from "@parley/base";
import { expect, test } from "vitest";
import { describeError, describeFailure, messageOf, toSentence } from "./sentences.ts";

test("every sentence has one end", () => {
  expect(toSentence("It failed")).toBe("It failed.");
  expect(toSentence(" It failed. ")).toBe("It failed.");
  expect(toSentence("It cannot be reached (ECONNREFUSED)")).toBe("It cannot be reached (ECONNREFUSED).");
  expect(toSentence("[12 more characters]")).toBe("[12 more characters]");
});

test("a failure says what happened and what to do", () => {
  expect(describeFailure({ message: "It is gone" })).toBe("It is gone.");
  expect(describeFailure({ message: "It is gone.", remedy: "Try again" })).toBe("It is gone. Try again.");
  const remedy = { label: "Trust it", command: "parley trust add", url: "https://example.com" };
  const error = new ParleyError({ code: "bad_config", message: "It is not used", remedy });
  expect(describeError(error)).toBe("It is not used. Trust it: `parley trust add` (https://example.com).");
  expect(describeError(new ParleyError({ code: "bad_config", message: "It is odd" }))).toBe("It is odd.");
});

test("any thrown value has a message", () => {
  expect(messageOf(new Error("no"))).toBe("no");
  expect(messageOf("a word")).toBe("a word");
  expect(messageOf(undefined)).toBe("undefined");
});
