import { afterEach, expect, it } from "vitest";
import { asInvoked, setInvokedName } from "./invoked-command.ts";

afterEach(() => setInvokedName("parley"));

it("names the command as it was invoked, where a command starts", () => {
  expect(asInvoked("parley agents list")).toBe("parley agents list");
  setInvokedName("npx parley");
  expect(asInvoked("parley agents show parley")).toBe("npx parley agents show parley");
  expect(asInvoked("git diff | parley run -")).toBe("git diff | npx parley run -");
  expect(asInvoked("my-client -- parley agent")).toBe("my-client -- npx parley agent");
  expect(asInvoked("Run `parley agent login`, or: parley chat")).toBe(
    "Run `npx parley agent login`, or: npx parley chat",
  );
  expect(asInvoked("source <(parley completion bash)")).toBe("source <(npx parley completion bash)");
});

it("leaves the product, its folders and its agent alone", () => {
  setInvokedName("npx parley");
  for (const text of ["The agent parley answered", "in ~/.parley is a file", "chat --agent parley"]) {
    expect(asInvoked(text)).toBe(text);
  }
});
