import { expect, it } from "vitest";
import { readNotify } from "./notify.ts";

const read = (notify: unknown) => readNotify({ path: "config.json", values: { notify } }, () => undefined);

it("is off unless configured, and reacts to everything by default", () => {
  expect(read(undefined)).toBeUndefined();
  expect(read({ command: "say hi" })).toEqual({
    command: "say hi",
    args: undefined,
    on: ["question", "ended", "failed"],
  });
  expect(read({ bell: true, on: ["failed"] })).toMatchObject({ on: ["failed"], ring: expect.any(Function) as unknown });
  expect(read({ bell: false })?.ring).toBeUndefined();
});

it.each([
  ["x", "notify is "],
  [{ comand: "x" }, "notify.comand is "],
  [{ command: "" }, "notify.command is "],
  [{ command: "a\u0000b" }, "notify.command is "],
  [{ command: ["x"] }, "notify.command is "],
  [{ command: "x", args: "y" }, "notify.args is "],
  [{ command: "x", args: [1] }, "notify.args is "],
  [{ bell: "yes" }, "notify.bell is "],
  [{ on: [] }, "notify.on is "],
  [{ on: ["question", "begun"] }, "notify.on is "],
])("refuses %j and names the field", (notify, message) => {
  expect(() => read(notify)).toThrow(`config.json: ${message}`);
});
