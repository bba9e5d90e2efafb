import { expect, it } from "vitest";
import { SessionDriver } from "../testing/session-driver.ts";
import { Attention } from "./attention.ts";

function play(limits = {}): { attention: Attention; session: SessionDriver } {
  const attention = new Attention();
  const session = new SessionDriver(({ patches }) => patches.forEach((patch) => attention.apply(patch)), limits);
  return { attention, session };
}

it("lists open questions, the oldest first, in the same array until they change", () => {
  const { attention, session } = play();
  session.ask("one", "1");
  session.ask("two", "2");
  const { questions } = attention;
  session.say("meanwhile");
  expect(attention.questions).toBe(questions);
  expect(questions.map(({ interactionId }) => interactionId)).toEqual(["one", "two"]);
  session.answer("one");
  expect(attention.questions.map(({ interactionId }) => interactionId)).toEqual(["two"]);
});

it("counts what is news to a person, not what they did themselves", () => {
  const { attention, session } = play();
  session.prompt("go");
  session.tool("1", "completed");
  session.record({ type: "note", level: "info", text: "a detail" });
  session.stop();
  expect(attention.unread).toBe(0);
  session.say("an answer");
  session.record({ type: "note", level: "warning", text: "a problem" });
  session.update({ sessionUpdate: "notice", severity: "info", title: "News" });
  session.record({ type: "stop", error: { code: 1, message: "no" } });
  expect(attention.unread).toBe(4);
  attention.markRead();
  expect(attention.unread).toBe(0);
});

it("forgets a question that the limits took", () => {
  const { attention, session } = play({ itemsMax: 2 });
  session.ask("old", "1");
  for (const text of ["a", "b", "c"]) session.record({ type: "note", level: "info", text });
  expect(attention.questions).toEqual([]);
});
