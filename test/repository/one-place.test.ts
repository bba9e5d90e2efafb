// One place per thing: what every package needs is defined once, and a second definition fails here.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./workspaces.ts";

interface Thing {
  /** Where it is. */
  readonly place: string;
  /** What only its definition looks like; tested against each file without its comments. */
  readonly looksLike: RegExp;
}

const define = (...names: readonly string[]): RegExp =>
  new RegExp(`\\b(?:function|const|class) (?:${names.join("|")})\\b`);

const THINGS: Readonly<Record<string, Thing>> = {
  "whether a value is a JSON object": {
    place: "packages/base/src/json-object.ts",
    looksLike:
      /\b(?:function|const) is(?:Object|Record|PlainObject)\b|=== "object" && \w+ !== null && !Array\.isArray\(/,
  },
  "parsing a JSON object": { place: "packages/base/src/json-object.ts", looksLike: define("parseObject") },
  "waiting for a limited time": {
    place: "packages/base/src/waiting/within.ts",
    looksLike: /\bfunction (?:within|settlesWithin|isSettledWithin|settleWithin|withTimeout)\b/,
  },
  "waiting until a signal aborts": {
    place: "packages/base/src/waiting/until-aborted.ts",
    looksLike: define("untilAborted", "unlessAborted", "abandonOnAbort", "rejectOn"),
  },
  "doing several things at once": {
    place: "packages/base/src/waiting/in-parallel.ts",
    looksLike: define("inParallel", "mapInParallel", "eachInParallel"),
  },
  "the code of an error": {
    place: "packages/base/src/errno.ts",
    looksLike: /\bfunction (?:errnoOf|hasErrno|errorCodeOf)\b|\(\w+ as NodeJS\.ErrnoException\)/,
  },
  "edit distance": {
    place: "packages/base/src/text/near-names.ts",
    looksLike: define("editDistance", "levenshtein", "findNearestName", "suggestNames"),
  },
  truncating: {
    place: "packages/base/src/text/truncate.ts",
    looksLike:
      /\b(?:function|const) (?:truncate|truncateStart|toOneLine|oneLine|keepStart|keepEnd)\b\(\w+: string, |slice\(0, \w+(?: - 1)?\)\}…/,
  },
  "escaping HTML": {
    place: "packages/base/src/text/escape-html.ts",
    looksLike: /\b(?:function|const) escapeHtml\b|replaceAll\("&", "&amp;"\)/,
  },
  "sizes in words": {
    place: "packages/base/src/text/format-bytes.ts",
    looksLike: /\b(?:function|const) (?:formatBytes|formatSize)\b/,
  },
  "a number with its noun": { place: "packages/base/src/text/plural.ts", looksLike: define("plural", "pluralise") },
  "JSON in prose": {
    place: "packages/base/src/text/json-in-text.ts",
    looksLike: define("findJson", "findFences", "parseJsonInText", "parseInProse"),
  },
  "foreign text in a prompt": {
    place: "packages/base/src/text/quote-material.ts",
    looksLike: define("quoteMaterial"),
  },
  "search queries and excerpts": {
    place: "packages/base/src/text/search.ts",
    looksLike: define("splitQuery", "excerptAround"),
  },
  "line diff": { place: "packages/base/src/diff.ts", looksLike: define("findEdits", "findShortest", "walkBack") },
  globs: {
    place: "packages/policy/src/patterns/glob.ts",
    looksLike: /\bfunction compile(?:File)?Glob\b/,
  },
  "braces in globs": { place: "packages/policy/src/patterns/braces.ts", looksLike: define("expandBraces") },
  "asking a person": {
    place: "packages/home/src/judge/ask-person.ts",
    looksLike: /\bfunction ask(?:A)?Person\b|type: "permission_asked", interactionId, toolCall, options \}/,
  },
  "reading files that users write": {
    place: "packages/home/src/user-files/read-user-text.ts",
    looksLike: /\bfunction (?:readUserText(?:Sync)?|readConfigFile|readJsonFile|readYamlFile)\b/,
  },
  "parsing files that users write": {
    place: "packages/home/src/user-files/parse-user-text.ts",
    looksLike: /\bparseDocument\(|\bfunction parse(?:User)?Yaml\b|\bparse(?:Json)?\(await readFile\(/,
  },
  "a setting that is not what it should be": {
    place: "packages/home/src/user-files/bad-setting.ts",
    looksLike: define("badSetting", "invalidSetting"),
  },
  "private addresses": {
    place: "packages/base/src/address.ts",
    looksLike: define("classifyAddress", "isPrivateAddress", "describePrivateAddress"),
  },
  "the planner": {
    place: "packages/planning/src/plans/planner.ts",
    looksLike: /\b(?:function|const) (?:renderPlan(?:ner)?Prompt|PLANNER_INSTRUCTIONS)\b|You plan\./,
  },
  "the recipe maker": {
    place: "packages/planning/src/recipes/recipe-maker.ts",
    looksLike: /\b(?:function|const) (?:renderRecipePrompt|RECIPE_MAKER_INSTRUCTIONS)\b|You make recipes\./,
  },
};

const sources = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "packages", "apps"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => /\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/(?:testing|fixtures|generated)\//.test(path))
  .map((path) => ({ path, text: withoutComments(readFileSync(join(root, path), "utf8")) }));

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}

describe("one place per thing", () => {
  it.each(Object.entries(THINGS))("%s", (_, { place, looksLike }) => {
    expect(sources.filter(({ text }) => looksLike.test(text)).map(({ path }) => path)).toEqual([place]);
  });
});

/** Who keeps a transcript, and of what. A view of a running session applies the patches of the one that exists. */
const TRANSCRIPTS: Readonly<Record<string, string>> = {
  "apps/cli/src/chat/reader/entries.ts": "the part of a conversation that is older than what the chat keeps",
  "apps/cli/src/commands/sessions/show.ts": "a session that is read from its log",
  "apps/cli/src/conversation/log-reader.ts": "a session of a hub that chat or run follows",
  "apps/vscode/src/webview/chat-store.ts": "an empty one, for a chat without a session",
  "packages/client/src/sessions/sessions.ts": "the sessions of a process, one each",
  "packages/home/src/log/settled-parts.ts": "a log that is exported or searched",
  "packages/hub/src/search/index-turn.ts": "a turn whose texts are indexed",
  "packages/surface/src/session-follower.ts": "a session that the page or a window of VS Code follows",
};

it("one transcript per session: nothing else keeps a second one", () => {
  const makers = sources.filter(
    ({ path, text }) => /\bcreateTranscript\(/.test(text) && !path.startsWith("packages/acp/"),
  );
  expect(makers.map(({ path }) => path).toSorted()).toEqual(Object.keys(TRANSCRIPTS));
});
