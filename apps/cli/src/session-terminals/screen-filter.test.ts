import { expect, it } from "vitest";
import { ScreenFilter } from "./screen-filter.ts";

it("keeps colours and drops what reaches beyond the screen, also in parts", () => {
  const filter = new ScreenFilter();
  expect(filter.push("\u001b[31mred\u001b[0m\r\n")).toBe("\u001b[31mred\u001b[0m\r\n");
  expect(filter.push("a\u001b]52;c;aGk=")).toBe("a");
  expect(filter.push("more\u001b\\b\u001b]0;title\u0007c\u009d0;x")).toBe("bc0;x");
});
