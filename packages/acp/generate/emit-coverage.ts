// docs/protocol-coverage.md: what of the protocol we speak, made from the method table and the schema.
import { METHOD_ALIASES, WOVEN_ALIASES } from "../src/aliases.ts";
import { methods, type MethodName } from "../src/methods.ts";
import type { Def } from "./shape.ts";

export function emitCoverage(defs: readonly Def[]): string {
  return `# Protocol coverage

Made by \`npm run generate\` from \`packages/acp/src/methods.ts\`, \`packages/acp/src/aliases.ts\` and the schema; do not edit.

ACP version 1: every stable method, update and content type, for the agent's and the client's side.

## Methods

| method | answered by | kind | status | needs | time limit |
|---|---|---|---|---|---|
${(Object.keys(methods) as MethodName[]).map(methodRow).join("\n")}
| \`$/cancel_request\` | both | notification | stable | – | – |
| \`_…\` (extensions) | both | both | stable | – | 30 s |

## Variants

| union | variants we know; any other is kept as \`{kind: "unknown", raw}\` |
|---|---|
${["SessionUpdate", "ContentBlock", "ToolCallContent"].map((name) => variantRow(name, defs)).join("\n")}

## Read, never sent

Names and forms that other systems put on the wire.

| where | they send | we read it as | who |
|---|---|---|---|
${[...METHOD_ALIASES.map(methodAliasRow), ...WOVEN_ALIASES.map(aliasRow)].join("\n")}
`;
}

function methodRow(name: MethodName): string {
  const row = methods[name];
  const seconds = row.timeoutMs === undefined ? "none" : `${row.timeoutMs / 1000} s`;
  const limit = row.kind === "notification" ? "–" : seconds;
  const capability = row.capability === undefined ? "–" : `\`${row.capability}\``;
  return `| \`${name}\` | ${row.to} | ${row.kind} | ${row.status} | ${capability} | ${limit} |`;
}

function variantRow(name: string, defs: readonly Def[]): string {
  const shape = defs.find((def) => def.name === name)?.shape;
  if (shape?.is !== "tagged") throw new Error(`${name} is no tagged union`);
  return `| ${name} | ${shape.variants.map(({ value }) => `\`${value}\``).join(", ")} |`;
}

function methodAliasRow({ from, to, by }: (typeof METHOD_ALIASES)[number]): string {
  return `| method | \`${from}\` | \`${to}\` | ${by} |`;
}

function aliasRow(alias: (typeof WOVEN_ALIASES)[number]): string {
  return `| ${alias.at} | ${theyConvey(alias)} | ${alias.by} |`;
}

function theyConvey(alias: (typeof WOVEN_ALIASES)[number]): string {
  switch (alias.kind) {
    case "field":
      return `field \`${alias.from}\` | the field`;
    case "word":
    case "tag":
      return `\`${alias.from}\`${"having" in alias && alias.having ? ` with \`${alias.having}\`` : ""} | \`${alias.to}\``;
    case "form":
      return `${alias.when}, see \`${alias.reshape}\` | the schema's form`;
    case "object":
      return `another form, see \`${alias.reshape}\` | the schema's form`;
  }
}
