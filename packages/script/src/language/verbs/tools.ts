// Verbs that make tool calls.
import { FILE_LINES_MAX } from "../../limits.ts";
import { pretendToolKinds } from "../step.ts";
import { mistake, type Verb } from "../verb.ts";

export const toolVerbs: readonly Verb[] = [
  {
    name: "read",
    usage: "read PATH [LINE [LIMIT]]",
    summary: "reads a file, or LIMIT lines of it from LINE on",
    example: 'read "my notes.txt" 1 20',
    parse: (line) => {
      const path = line.word();
      if (path === undefined) return undefined;
      if (line.atEnd) return { kind: "read", path };
      const first = line.wholeNumber();
      if (first === undefined) return undefined;
      if (first < 1 || first > FILE_LINES_MAX) return mistake(`LINE is between 1 and ${FILE_LINES_MAX}`);
      if (line.atEnd) return { kind: "read", path, line: first };
      const limit = line.wholeNumber();
      if (limit === undefined || !line.atEnd) return undefined;
      if (limit > FILE_LINES_MAX) return mistake(`LIMIT may be ${FILE_LINES_MAX} at most`);
      return { kind: "read", path, line: first, limit };
    },
  },
  {
    name: "write",
    usage: "write PATH TEXT",
    summary: "writes the text to a file",
    example: "write notes.txt first line\\nsecond line\\n",
    parse: (line) => {
      const path = line.word();
      const text = line.text();
      return path === undefined || text === undefined ? undefined : { kind: "write", path, text };
    },
  },
  {
    name: "edit",
    usage: "edit PATH OLD => NEW",
    summary: "replaces OLD, which must be in the file exactly once, by NEW",
    example: "edit notes.txt first => 1st",
    parse: (line) => {
      const path = line.word();
      const change = line.change();
      if (path === undefined || change === undefined) return undefined;
      return change.oldText === "" ? mistake("OLD is empty") : { kind: "edit", path, ...change };
    },
  },
  {
    name: "diff",
    usage: "diff PATH [OLD] => NEW",
    summary: "shows a change without making it; a new file without OLD",
    example: "diff notes.txt first => 1st",
    parse: (line) => {
      const path = line.word();
      const change = line.change();
      if (path === undefined || change === undefined) return undefined;
      const { oldText, newText } = change;
      return oldText === "" ? { kind: "diff", path, newText } : { kind: "diff", path, oldText, newText };
    },
  },
  {
    name: "run",
    usage: "run COMMAND",
    summary: "runs a command in a terminal",
    example: "run echo hello",
    parse: (line) => {
      const command = line.remainder();
      return command === undefined ? undefined : { kind: "run", command };
    },
  },
  {
    name: "timeout",
    usage: "timeout MS COMMAND",
    summary: "runs a command and kills it after MS milliseconds",
    example: "timeout 500 sleep 60",
    parse: (line, { waitMsMax }) => {
      const ms = line.wholeNumber();
      const command = line.remainder();
      if (ms === undefined || command === undefined) return undefined;
      return ms > waitMsMax ? mistake(`MS may be ${waitMsMax} at most`) : { kind: "timeout", ms, command };
    },
  },
  {
    name: "fetch",
    usage: "fetch URL",
    summary: "fetches a page",
    example: "fetch https://example.com/",
    parse: (line) => {
      const url = line.word();
      if (url === undefined || !line.atEnd) return undefined;
      return /^https?:\/\/[^/]/.test(url) ? { kind: "fetch", url } : mistake("URL starts with http:// or https://");
    },
  },
  {
    name: "tool",
    usage: "tool KIND TITLE",
    summary: `makes a tool call that does nothing; KIND is ${pretendToolKinds.join(", ")}`,
    example: "tool search Looking for the needle",
    parse: (line) => {
      const toolKind = line.oneOf(pretendToolKinds);
      const title = line.text();
      return toolKind === undefined || title === undefined ? undefined : { kind: "tool", toolKind, title };
    },
  },
];
