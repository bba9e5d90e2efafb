import { expect, it } from "vitest";
import { toSafeSearchPath, wholeEntries } from "./search-path.ts";

it.each([
  ["/usr/bin:/bin", "/usr/bin:/bin"],
  [".:/usr/bin", "/usr/bin"],
  [":/usr/bin", "/usr/bin"],
  ["/usr/bin:", "/usr/bin"],
  ["/usr/bin::/bin", "/usr/bin:/bin"],
  ["./bin:node_modules/.bin:../x:~/bin:/bin", "/bin"],
  ["$HOME/bin:/bin", "/bin"],
  ["", "/usr/bin:/bin"],
  [".", "/usr/bin:/bin"],
  ["C:\\tools:/bin", "/bin"],
])("on POSIX, %j is searched as %j", (path, expected) => {
  expect(toSafeSearchPath(path, "linux")).toBe(expected);
});

it("on Windows, keeps drives and shares", () => {
  expect(toSafeSearchPath("C:\\a;.;;b;\\\\host\\share;D:x", "win32")).toBe("C:\\a;\\\\host\\share");
  expect(wholeEntries("C:/a;c", "win32")).toEqual(["C:/a"]);
});
