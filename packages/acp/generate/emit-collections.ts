// Lists and maps, one function per kind of item, and the call that checks any shape.
import type { DecoderPlan } from "./decoder-plan.ts";
import { emitBadTest, expectedOf } from "./emit-tests.ts";
import { impossible, type Shape } from "./shape.ts";

/** JavaScript that checks a value in place and is true if it is valid. */
export function emitCheckCall(plan: DecoderPlan, shape: Shape, value: string): string {
  const { name, shape: target } = plan.follow(shape);
  if (name) return `check${name}(${value})`;
  if (target.is === "nullable") return emitCheckCall(plan, target.inner, value);
  if (target.is === "array")
    return `${target.skipInvalid ? keepItems(plan, target.item) : everyItem(plan, target.item)}(${value})`;
  if (target.is === "map") return `${everyValue(plan, target.value)}(${value})`;
  throw new Error(`No function checks ${target.is}`);
}

/** JavaScript that returns the value, its replacement, or undefined. */
export function emitReadCall(plan: DecoderPlan, shape: Shape, value: string): string {
  const { name, shape: target } = plan.follow(shape);
  return target.is === "nullable" ? emitReadCall(plan, target.inner, value) : `read${name}(${value})`;
}

/** A list that is invalid if an item is. */
function everyItem(plan: DecoderPlan, item: Shape): string {
  const name = `every${itemName(plan, item)}`;
  return plan.define(
    name,
    () => `function ${name}(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
${indent(emitMember(plan, item, "list[i]", "`/${i}`"))}
  }
  return true;
}
`,
  );
}

/** A list that drops its invalid items. */
function keepItems(plan: DecoderPlan, item: Shape): string {
  const name = `keep${itemName(plan, item)}`;
  const isRead = plan.manner(item) === "read";
  const isTest = plan.manner(item) === "test";
  const value = isRead ? emitReadCall(plan, item, "list[i]") : "list[i]";
  const bad = isRead
    ? "item === undefined"
    : isTest
      ? emitBadTest(plan, item, "item")
      : `!${emitCheckCall(plan, item, "item")}`;
  return plan.define(
    name,
    () => `function ${name}(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = ${value};
    if (${bad}) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}
`,
  );
}

/** An object with arbitrary names whose values are all of one shape. */
function everyValue(plan: DecoderPlan, value: Shape): string {
  const name = `every${itemName(plan, value)}In`;
  return plan.define(
    name,
    () => `function ${name}(map: unknown): boolean {
  if (!isObject(map)) return fail("object");
  for (const name of Object.keys(map)) {
${indent(emitMember(plan, value, "map[name]", "pointer(name)"))}
  }
  return true;
}
`,
  );
}

/** Statements that return from the function when a member is invalid. */
function emitMember(plan: DecoderPlan, shape: Shape, value: string, key: string): string {
  const manner = plan.manner(shape);
  switch (manner) {
    case "test": {
      const bad = emitBadTest(plan, shape, value);
      return bad ? `if (${bad}) return failAt(${key}, "${expectedOf(plan, shape)}");` : "";
    }
    case "check":
      return `if (!${emitCheckCall(plan, shape, value)}) return at(${key});`;
    case "read":
      return `const item = ${emitReadCall(plan, shape, value)};
if (item === undefined) return at(${key});
if (item !== ${value}) ${value} = item;`;
    default:
      return impossible(manner);
  }
}

function itemName(plan: DecoderPlan, item: Shape): string {
  const { name, shape } = plan.follow(item);
  return name || `${shape.is.charAt(0).toUpperCase()}${shape.is.slice(1)}`;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "    ");
}
