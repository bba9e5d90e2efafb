// docs/protocol-coverage.md: which parts of the protocol we support, generated from the method table and the schema.
import type { AnswerAlias, MethodAlias, SessionAlias, WovenAlias } from "../src/alias-rows.ts";
import { ANSWER_ALIASES, METHOD_ALIASES, SESSION_ALIASES, WOVEN_ALIASES } from "../src/aliases.ts";
import { methods, type MethodName } from "../src/methods.ts";
import { isDerived } from "./emit-objects.ts";
import { impossible, type Def } from "./shape.ts";

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

Names and forms that other systems put on the wire. The conversions named here are in \`packages/acp/src/reshape\`.
What is neither in the schema nor in this table is refused; [0022](decisions/0022-forms-of-other-systems.md) says why.

| where | they send | we read it as | who |
|---|---|---|---|
${[...METHOD_ALIASES.map(methodAliasRow), ...SESSION_ALIASES.map(sessionAliasRow), ...WOVEN_ALIASES.map(aliasRow)].join("\n")}

## Answered in the caller's form

A request in another system's form gets an answer that its sender can read.

| request | recognised by | answer | who |
|---|---|---|---|
${ANSWER_ALIASES.map(answerAliasRow).join("\n")}
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
  if (shape?.is !== "tagged") throw new Error(`${name} is not a tagged union`);
  return `| ${name} | ${shape.variants.map(({ value }) => `\`${value}\``).join(", ")} |`;
}

function methodAliasRow({ from, to, by }: MethodAlias): string {
  return `| method | \`${from}\` | \`${to}\` | ${by} |`;
}

function sessionAliasRow({ method, by }: SessionAlias): string {
  return `| \`${method}\` | no \`sessionId\` | the connection's only session; −32602 if it has several | ${by} |`;
}

function answerAliasRow({ method, asked, reshape, by }: AnswerAlias): string {
  return `| \`${method}\` | \`${asked}\` | see \`${reshape}\` | ${by} |`;
}

function aliasRow(alias: WovenAlias): string {
  return `| ${alias.at} | ${theyConvey(alias)} | ${alias.by} |`;
}

function theyConvey(alias: WovenAlias): string {
  switch (alias.kind) {
    case "field":
      return `field \`${alias.from}\`${alias.when ? `, if it is an ${alias.when}` : ""} | the field`;
    case "absent":
      return `nothing | ${isDerived(alias.value) ? `see \`${alias.value.from}\`` : `\`${JSON.stringify(alias.value)}\``}`;
    case "word":
    case "tag":
      return `\`${alias.from}\`${"having" in alias && alias.having ? ` with \`${alias.having}\`` : ""} | \`${alias.to}\``;
    case "form":
      return `${alias.when}, see \`${alias.reshape}\` | the schema's form`;
    case "object":
    case "owner":
      return `another form, see \`${alias.reshape}\` | the schema's form`;
    default:
      return impossible(alias);
  }
}
