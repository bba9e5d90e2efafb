// Unions, distinguished by tag or by the fields that are present.
import type { DecoderPlan } from "./decoder-plan.ts";
import { emitCheckCall } from "./emit-collections.ts";
import { emitFields } from "./emit-objects.ts";
import { emitBadTest, expectedOf } from "./emit-tests.ts";
import type { Shape, TaggedUnion, Variant } from "./shape.ts";

/** The body of a `read` function for a tagged union; `own` is a condition on the fields next to the union, if any. */
export function emitTaggedBody(plan: DecoderPlan, def: string, union: TaggedUnion, own?: string): readonly string[] {
  const { tag, variants } = union;
  const take = (name: string, shape: Shape): string => {
    const conditions = [emitVariantCheck(plan, def + name, shape), own].filter((one) => one !== undefined);
    return conditions.length > 0 ? `return ${conditions.join(" && ")} ? o : undefined;` : "return o;";
  };
  const reshaped = plan.takeAliases("object", def).filter(({ at }) => at !== def);
  for (const { at } of reshaped) {
    if (!variants.some(({ value }) => at === `${def}.${value}`)) throw new Error(`${at} is not a variant`);
  }
  const cases = variants.map(({ value, shape }) => {
    const alias = reshaped.find(({ at }) => at === `${def}.${value}`);
    const taken = take(pascal(value), shape);
    if (!alias) return `case "${value}": ${taken}`;
    if (alias.having) return `case "${value}": if (o.${alias.having} !== undefined) ${alias.reshape}(o); ${taken}`;
    // The second time, the conversion finds no match or another tag, so this terminates.
    return `case "${value}": ${taken.replace(/undefined;$/, `${alias.reshape}(o) ? read${def}(o) : undefined;`)}`;
  });
  for (const [from, to] of otherTags(plan, def, variants)) {
    cases.push(`case "${from}": o.${tag} = ${to}; return read${def}(o);`);
  }
  for (const { from, to, reshape } of plan.takeAliases("tag", def)) {
    if (!reshape) continue;
    if (!variants.some(({ value }) => value === to)) throw new Error(`${def} has no variant ${to}`);
    cases.push(`case "${from}": return read${def}(${reshape}(o));`);
  }
  const others = [...emitOtherTagField(plan, def, tag), ...emitNoVariant(union, take)];
  return [`switch (o.${tag}) {`, ...indent(cases, "  "), "  default:", ...indent(others, "    "), "}"];
}

/** Handles a value whose tag names no variant. */
function emitNoVariant(
  { tag, fallback }: TaggedUnion,
  take: (name: string, shape: Shape) => string,
): readonly string[] {
  if (!fallback) return [`return readUnknownTag(o, o.${tag}, "/${tag}");`];
  const taken = take("Fallback", fallback.shape);
  if (fallback.takesUnknownTags) return [taken];
  const isNamed = fallback.name ? ` && o.${tag} !== "${fallback.name}"` : "";
  return [`if (typeof o.${tag} === "string"${isNamed}) return toUnknown(o);`, taken];
}

/** The tag under another name. */
function emitOtherTagField(plan: DecoderPlan, def: string, tag: string): readonly string[] {
  const aliases = plan.takeAliases("field", def).filter(({ at }) => at === `${def}.${tag}`);
  return aliases.flatMap(({ from }) => [
    `if (o.${tag} === undefined && typeof o.${from} === "string") {`,
    `  rename(o, "${from}", "${tag}");`,
    `  return read${def}(o);`,
    "}",
  ]);
}

/** Aliases of tag values, each with the expression for the proper one. */
function otherTags(plan: DecoderPlan, def: string, variants: readonly Variant[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  // Backwards, so that the last row of an alias applies if no earlier condition does.
  const rows = plan.takeAliases("tag", def).filter(({ reshape }) => reshape === undefined);
  for (const { from, to, having } of rows.toReversed()) {
    if (!variants.some(({ value }) => value === to)) throw new Error(`${def} has no variant ${to}`);
    words.set(from, having ? `o.${having} !== undefined ? "${to}" : ${words.get(from) ?? `"${from}"`}` : `"${to}"`);
  }
  return words;
}

/** The body of a `check` function for a union without a tag, and its input: any value, or the object `o`. */
export function emitEither(
  plan: DecoderPlan,
  options: readonly Shape[],
): { readonly of: "value" | "o"; readonly lines: readonly string[] } {
  const lists = options.filter((option) => option.is === "array");
  if (lists.length === options.length) return { of: "value", lines: emitListChoice(plan, options) };
  const tests = options.filter((option) => plan.manner(option) === "test");
  if (tests.length === 0) return { of: "o", lines: emitObjectChoice(plan, options) };
  const bad = tests.map((option) => emitBadTest(plan, option, "value")).join(" && ");
  const lines = lists.map((list) => `if (Array.isArray(value)) return ${emitCheckCall(plan, list, "value")};`);
  const expected = expectedOf(plan, { is: "either", options });
  return { of: "value", lines: [...lines, `return ${bad} ? fail("${expected}") : true;`] };
}

/** Objects are distinguished by the required fields that only one of them has. */
function emitObjectChoice(plan: DecoderPlan, options: readonly Shape[]): readonly string[] {
  const marks = options.map((option) => tellingFields(plan, option, options)[0]);
  const lines = options.map((option, index) => {
    const mark = marks[index];
    if (!mark) throw new Error("These objects cannot be distinguished");
    // Null counts as absent, unless null is a value of the field.
    const isThere = mark.takesNull ? `o.${mark.name} !== undefined` : `o.${mark.name} != null`;
    return `if (${isThere}) return ${emitCheckCall(plan, option, "o")};`;
  });
  return [...lines, `return fail("object with ${marks.map((mark) => mark?.name).join(" or ")}");`];
}

/** Lists are distinguished by their first item; the first option also takes the empty list. */
function emitListChoice(plan: DecoderPlan, options: readonly Shape[]): readonly string[] {
  const items = options.map((option) => (option.is === "array" ? option.item : option));
  const [first, ...others] = options;
  if (!first) return [];
  const lines = others.map((option, index) => {
    const names = tellingFields(plan, items[index + 1] ?? option, items).map(
      ({ name }) => `first.${name} !== undefined`,
    );
    return `if (isObject(first) && (${names.join(" || ")})) return ${emitCheckCall(plan, option, "value")};`;
  });
  return [
    "const first: unknown = Array.isArray(value) ? value[0] : undefined;",
    ...lines,
    `return ${emitCheckCall(plan, first, "value")};`,
  ];
}

function tellingFields(
  plan: DecoderPlan,
  option: Shape,
  all: readonly Shape[],
): readonly { name: string; takesNull: boolean }[] {
  const fieldsOf = (shape: Shape): Shape & { is: "object" } => {
    const { shape: target } = plan.follow(shape);
    if (target.is !== "object") throw new Error(`Not an object: ${target.is}`);
    return target;
  };
  const foreign = new Set(
    all.filter((one) => one !== option).flatMap((one) => fieldsOf(one).fields.map(({ name }) => name)),
  );
  return fieldsOf(option)
    .fields.filter(({ name, required }) => required && !foreign.has(name))
    .map(({ name, shape }) => ({ name, takesNull: takesNull(plan.follow(shape).shape) }));
}

function takesNull(shape: Shape): boolean {
  return shape.is === "nullable" || (shape.is === "either" && shape.options.some(({ is }) => is === "null"));
}

/** A condition on `o`, or undefined if the variant needs no check. */
function emitVariantCheck(plan: DecoderPlan, name: string, shape: Shape): string | undefined {
  if (shape.is !== "object") return emitCheckCall(plan, shape, "o");
  if (shape.fields.length === 0) return undefined;
  plan.define(`check${name}`, () => {
    const lines = emitFields(plan, name, shape.fields).join("\n").replaceAll(/^/gm, "  ");
    return `function check${name}(o: Fields): boolean {\n${lines}\n  return true;\n}\n`;
  });
  return `check${name}(o)`;
}

function indent(lines: readonly string[], by: string): readonly string[] {
  return lines.map((line) => by + line);
}

function pascal(word: string): string {
  return word.replaceAll(/(?:^|[_-])(.)/g, (_, letter: string) => letter.toUpperCase());
}
