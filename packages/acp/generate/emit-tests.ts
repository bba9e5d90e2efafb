// Shapes that one expression can check: the expression is true for an invalid value; a text describes a valid one.
import type { DecoderPlan } from "./decoder-plan.ts";
import { impossible, type Shape } from "./shape.ts";

/** JavaScript that is true if `value` is not of this shape; undefined if every value is valid. */
export function emitBadTest(plan: DecoderPlan, shape: Shape, value: string): string | undefined {
  const { name, shape: target } = plan.follow(shape);
  switch (target.is) {
    case "any":
      return undefined;
    case "string":
    case "boolean":
    case "number":
      return `typeof ${value} !== "${target.is}"`;
    case "null":
      return `${value} !== null`;
    case "integer":
      return `!${integerTest(target, value)}`;
    case "map":
      return `!isObject(${value})`;
    case "choice":
      return target.open ? `typeof ${value} !== "string"` : `!${choiceTest(plan, name, target.values)}(${value})`;
    case "either":
      return conjunction(target.options.map((option) => emitBadTest(plan, option, value)));
    case "nullable":
      return conjunction([`${value} !== null`, emitBadTest(plan, target.inner, value)]);
    case "all":
    case "array":
    case "object":
    case "ref":
    case "tagged":
      throw new Error(`No expression for ${target.is}`);
    default:
      return impossible(target);
  }
}

/** A description of a valid value, for error messages. */
export function expectedOf(plan: DecoderPlan, shape: Shape): string {
  const { shape: target } = plan.follow(shape);
  switch (target.is) {
    case "integer":
      if (target.max !== Infinity) return `integer from ${target.min} to ${target.max}`;
      return target.min === 0 ? "integer from 0" : "integer";
    case "choice":
      return target.open ? "string" : `one of ${target.values.join(", ")}`;
    case "either":
      return [...new Set(target.options.map((option) => expectedOf(plan, option)))].join(" or ");
    case "nullable":
      return expectedOf(plan, target.inner);
    case "array":
      return "array";
    case "any":
    case "string":
    case "number":
    case "boolean":
    case "null":
      return target.is;
    case "all":
    case "map":
    case "object":
    case "ref":
    case "tagged":
      return "object";
    default:
      return impossible(target);
  }
}

function integerTest({ min, max }: { min: number; max: number }, value: string): string {
  if (max !== Infinity) return `isIntegerWithin(${value}, ${min}, ${max})`;
  return min === 0 ? `isCount(${value})` : `Number.isInteger(${value})`;
}

function choiceTest(plan: DecoderPlan, name: string, values: readonly string[]): string {
  return plan.define(`is${name}`, () => {
    const tests = values.map((value) => `value === ${JSON.stringify(value)}`);
    return `function is${name}(value: unknown): boolean {\n  return ${tests.join(" || ")};\n}\n`;
  });
}

/** Invalid for all of them. If one accepts every value, so does the whole. */
function conjunction(tests: readonly (string | undefined)[]): string | undefined {
  return tests.includes(undefined) ? undefined : tests.join(" && ");
}
