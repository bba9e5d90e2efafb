// Verbs that change what a client shows about the session.
import { noticeLevels, type PlannedEntry } from "../step.ts";
import { mistake, textVerb, type Verb } from "../verb.ts";

export const sessionStateVerbs: readonly Verb[] = [
  {
    name: "plan",
    usage: "plan A; B; C",
    summary: "shows a plan; [x] before an entry: done, [>]: under way, then ! for high or ~ for low priority",
    example: "plan [x] Look around; [>] !Do it; ~Tidy up",
    parse: (line) => {
      const entries = line
        .list(";")
        .map(toPlannedEntry)
        .filter(({ content }) => content !== "");
      return entries.length === 0 ? undefined : { kind: "plan", entries };
    },
  },
  {
    name: "mode",
    usage: "mode ID",
    summary: "switches the session's mode",
    example: "mode code",
    parse: (line) => {
      const modeId = line.word();
      return modeId === undefined || !line.atEnd ? undefined : { kind: "mode", modeId };
    },
  },
  {
    name: "config",
    usage: "config ID VALUE",
    summary: "sets one of the session's options",
    example: "config thoughts true",
    parse: (line) => {
      const configId = line.word();
      const value = line.word();
      if (configId === undefined || value === undefined || !line.atEnd) return undefined;
      return { kind: "config", configId, value };
    },
  },
  {
    name: "commands",
    usage: "commands A, B",
    summary: "announces these slash commands",
    example: "commands tour, help",
    parse: (line) => {
      const names = line.list(",");
      if (names.length === 0) return undefined;
      return names.every((name) => /^\S+$/.test(name))
        ? { kind: "commands", names }
        : mistake("a command's name has no spaces");
    },
  },
  textVerb(
    { name: "title", usage: "title TEXT", summary: "names the session", example: "title Fixing the build" },
    (text) => ({ kind: "title", text }),
  ),
  {
    name: "usage",
    usage: "usage USED SIZE [COST [CURRENCY]]",
    summary: "reports the tokens in use, the size of the context and what was spent",
    example: "usage 12000 200000 0.25 USD",
    parse: (line) => {
      const used = line.wholeNumber();
      const size = line.wholeNumber();
      if (used === undefined || size === undefined) return undefined;
      if (line.atEnd) return { kind: "usage", used, size };
      const amount = line.decimal();
      const currency = line.word() ?? "USD";
      if (amount === undefined || !line.atEnd) return undefined;
      return { kind: "usage", used, size, cost: { amount, currency } };
    },
  },
  {
    name: "notice",
    usage: `notice ${noticeLevels.join("|")} TITLE[; DESCRIPTION]`,
    summary: "shows a notice",
    example: "notice warning Nearly full; Compact the session soon.",
    parse: (line) => {
      const severity = line.oneOf(noticeLevels);
      const [title, ...details] = line.list(";");
      if (severity === undefined || title === undefined) return undefined;
      if (details.length === 0) return { kind: "notice", severity, title };
      return { kind: "notice", severity, title, description: details.join("; ") };
    },
  },
  textVerb(
    {
      name: "compact",
      usage: "compact SUMMARY",
      summary: "pretends to compact the conversation",
      example: "compact We looked around.",
    },
    (summary) => ({ kind: "compact", summary }),
  ),
];

const STATUS_MARKS: Readonly<Record<string, PlannedEntry["status"]>> = {
  "[x]": "completed",
  "[>]": "in_progress",
  "[ ]": "pending",
};
const PRIORITY_MARKS: Readonly<Record<string, PlannedEntry["priority"]>> = { "!": "high", "~": "low" };

function toPlannedEntry(text: string): PlannedEntry {
  const status = STATUS_MARKS[text.slice(0, 3)];
  const marked = status === undefined ? text : text.slice(3).trimStart();
  const priority = PRIORITY_MARKS[marked.slice(0, 1)];
  const content = priority === undefined ? marked : marked.slice(1).trimStart();
  return { content, status: status ?? "pending", priority: priority ?? "medium" };
}
