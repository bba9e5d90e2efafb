import { expect, test } from "vitest";
import { isAbsolutePath, resolvePath } from "./path.ts";
import { toProgram } from "./shell-line.ts";

test.each([
  ["/", true],
  ["/a", true],
  ["C:\\a", true],
  ["c:/a", true],
  ["\\\\server\\a", true],
  ["C:a", false],
  ["a/b", false],
  ["", false],
])("%j absolute: %s", (path, expected) => {
  expect(isAbsolutePath(path)).toBe(expected);
});

test.each([
  ["/a/b", "c", "/a/b/c"],
  ["/a/b/", "./c//d", "/a/b/c/d"],
  ["/a/b", "../c", "/a/c"],
  ["/a", "../../..", "/"],
  ["/", "c", "/c"],
  ["/a", "/c", "/c"],
  ["/a", "b\\c", "/a/b\\c"],
  ["C:\\a", "b/c", "C:\\a\\b\\c"],
  ["C:\\", "..", "C:\\"],
])("in %j, %j is %j", (cwd, path, expected) => {
  expect(resolvePath(cwd, path)).toBe(expected);
});

test.each([
  ["echo a  b", ["echo", "a", "b"]],
  ["echo 'a b'", ["sh", "-c", "echo 'a b'"]],
  ["A=1 b", ["sh", "-c", "A=1 b"]],
  ["a && b", ["sh", "-c", "a && b"]],
  ["ls *.ts", ["sh", "-c", "ls *.ts"]],
])("%j runs as %j", (line, expected) => {
  const { command, args } = toProgram(line);
  expect([command, ...args]).toEqual(expected);
});
