// Objects with named fields: one statement or block per field, after its aliases.
import type { AbsentAlias, FieldAlias, FormAlias, OwnerAlias } from "../src/alias-rows.ts";
import type { DecoderPlan } from "./decoder-plan.ts";
import { emitCheckCall, emitReadCall } from "./emit-collections.ts";
import { emitBadTest, expectedOf } from "./emit-tests.ts";
import type { Field } from "./shape.ts";

/** Statements that check the fields of the object `o`, and return false from the function if one is invalid. */
export function emitFields(plan: DecoderPlan, def: string, fields: readonly Field[]): readonly string[] {
  const renamed = plan.takeAliases("field", def);
  const reformed = plan.takeAliases("form", def);
  const absent = plan.takeAliases("absent", def);
  const owners = plan.takeAliases("owner", def);
  for (const { at } of [...renamed, ...reformed, ...absent, ...owners]) {
    if (!fields.some(({ name }) => at === `${def}.${name}`)) throw new Error(`An alias names ${at}: no such field`);
  }
  return fields.flatMap((field) => {
    const isHere = ({ at }: FieldAlias | FormAlias | AbsentAlias | OwnerAlias): boolean =>
      at === `${def}.${field.name}`;
    return [
      ...renamed.filter(isHere).map((alias) => emitRename(field.name, alias)),
      ...reformed.filter(isHere).map((alias) => emitReform(field.name, alias)),
      ...absent.filter(isHere).map((alias) => emitAbsent(field.name, alias)),
      ...emitField(plan, field, owners.find(isHere)),
      ...emitOpenWords(plan, field),
    ];
  });
}

function emitField(plan: DecoderPlan, field: Field, owner: OwnerAlias | undefined): readonly string[] {
  const { name, shape, required, defaultOnError, defaultOnNull } = field;
  const value = `o.${name}`;
  const missing = `return failAt("/${name}", "${expectedOf(plan, shape)}")`;
  const lines: string[] = [];
  if (required && defaultOnError) lines.push(`if (${value} === undefined) ${missing};`);
  const manner = plan.manner(shape);
  if (manner === "read") return [...lines, ...emitReadField(plan, field, owner)];
  const isTest = manner === "test";
  const bad = isTest ? emitBadTest(plan, innerShape(field), value) : `!${emitCheckCall(plan, shape, value)}`;
  if (!bad) return lines;
  const failure = defaultOnError ? emitRepair(field) : isTest ? missing : `return at("/${name}")`;
  const outcome = emitClosedWords(plan, field, failure);
  const guard = emitGuard(field);
  if (defaultOnNull) lines.push(`if (${value} === null) ${emitRepair(field)};`);
  lines.push(`${defaultOnNull ? "else " : ""}if (${guard ? `${guard} && ` : ""}${bad}) ${outcome}`);
  return lines;
}

function emitReadField(plan: DecoderPlan, field: Field, owner: OwnerAlias | undefined): readonly string[] {
  const { name, shape, defaultOnError, defaultOnNull } = field;
  if (defaultOnNull) throw new Error(`${name}: a union that may be null is not foreseen`);
  const guard = emitGuard(field);
  const isReplaced = owner ? `next !== o.${name} && !${owner.reshape}(o)` : `next !== o.${name}`;
  return [
    guard ? `if (${guard}) {` : "{",
    `  const next = ${emitReadCall(plan, shape, `o.${name}`)};`,
    `  if (next === undefined) ${defaultOnError ? emitRepair(field) : `return at("/${name}")`};`,
    `  ${defaultOnError ? "else " : ""}if (${isReplaced}) o.${name} = next;`,
    "}",
  ];
}

/** The condition under which a value is present. */
function emitGuard({ name, shape, required }: Field): string {
  if (shape.is === "nullable") return required ? `o.${name} !== null` : `o.${name} != null`;
  return required ? "" : `o.${name} !== undefined`;
}

function innerShape({ shape }: Field): Field["shape"] {
  return shape.is === "nullable" ? shape.inner : shape;
}

function emitRepair({ name, fallback }: Field): string {
  return fallback === undefined ? `drop(o, "${name}")` : `replace(o, "${name}", ${JSON.stringify(fallback)})`;
}

function emitRename(field: string, { from, keep, when }: FieldAlias): string {
  const [outer, inner] = from.split(".");
  const call = inner
    ? `lift(o, "${outer}", "${inner}", "${field}")`
    : `${keep ? "copy" : "rename"}(o, "${from}", "${field}")`;
  const isOfForm = when === "array" ? ` && Array.isArray(o.${from})` : "";
  return `if (o.${field} === undefined${isOfForm}) ${call};`;
}

function emitAbsent(field: string, { value }: AbsentAlias): string {
  const action = isDerived(value) ? `fill(o, "${field}", ${value.from})` : `o.${field} = ${JSON.stringify(value)}`;
  return `if (o.${field} === undefined) ${action};`;
}

export function isDerived(value: AbsentAlias["value"]): value is Extract<AbsentAlias["value"], { from: string }> {
  return typeof value === "object" && "from" in value;
}

function emitReform(field: string, { when, reshape }: FormAlias): string {
  const value = `o.${field}`;
  const tests = {
    string: `typeof ${value} === "string"`,
    object: `isObject(${value})`,
    array: `Array.isArray(${value})`,
  };
  return `if (${tests[when]}) ${value} = ${reshape}(${value});`;
}

/** Aliases of values of an open enum, once the field is known to be a string. */
function emitOpenWords(plan: DecoderPlan, field: Field): readonly string[] {
  return isClosed(plan, field) ? [] : otherWords(plan, field);
}

/** Aliases of values of a closed enum apply where the value would be refused. */
function emitClosedWords(plan: DecoderPlan, field: Field, failure: string): string {
  const words = isClosed(plan, field) ? otherWords(plan, field) : [];
  return words.length === 0 ? `${failure};` : `{ ${words.join(" else ")} else ${failure}; }`;
}

function otherWords(plan: DecoderPlan, field: Field): readonly string[] {
  const { name } = plan.follow(innerShape(field));
  const rows = plan.takeAliases("word", name).filter(({ from, to }) => from !== to);
  return rows.map(({ from, to }) => `if (o.${field.name} === "${from}") o.${field.name} = "${to}";`);
}

function isClosed(plan: DecoderPlan, field: Field): boolean {
  const { shape } = plan.follow(innerShape(field));
  return shape.is === "choice" && !shape.open;
}
