import { expect, it } from "vitest";
import { parseMcpFile } from "./parse-mcp-file.ts";

const l10n = {
  t: (message: string, ...values: readonly unknown[]) =>
    message.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
};

it("reads what VS Code writes, with comments and trailing commas", () => {
  const text = `{
    // Servers of this folder
    "inputs": [{ "id": "wiki-key", "type": "promptString", "password": true }],
    "servers": {
      "clock": { "type": "stdio", "command": "clock-mcp", "args": ["--url", "http://x/*not a comment*/"], },
      /* another */
      "wiki": { "type": "http", "url": "https://wiki.example/mcp", "headers": { "X-Key": "\${input:wiki-key}" } },
    },
  }`;
  expect(parseMcpFile(text, l10n)).toEqual({
    value: [
      { name: "clock", command: "clock-mcp", args: ["--url", "http://x/*not a comment*/"], env: [] },
      {
        type: "http",
        name: "wiki",
        url: "https://wiki.example/mcp",
        headers: [{ name: "X-Key", value: "${secret:input.wiki-key}" }],
      },
    ],
    problems: [],
  });
});

it.each([
  ["{", ".vscode/mcp.json is not valid JSON."],
  [
    '{"servers": {"a": {"type": "tcp"}}}',
    '.vscode/mcp.json[0] "a": transport "tcp" is unknown. Use stdio, http or sse.',
  ],
  ['{"servers": {"a": 5}}', '.vscode/mcp.json[0] "a": command is missing. Add it, or remove the entry.'],
])("names what is wrong: %s", (text, message) => {
  expect(parseMcpFile(text, l10n)).toMatchObject({ value: [], problems: [{ setting: ".vscode/mcp.json", message }] });
});

it.each(["[]", "null", "7", '{"servers": []}'])("has no servers where there are none: %s", (text) => {
  expect(parseMcpFile(text, l10n)).toEqual({ value: [], problems: [] });
});
