// Shapes → decoders: one function per def, and the table of those that callers may name.
import type { WovenAlias } from "../src/alias-rows.ts";
import { WOVEN_ALIASES } from "../src/aliases.ts";
import * as absent from "../src/reshape/absent.ts";
import * as fields from "../src/reshape/fields.ts";
import * as forms from "../src/reshape/forms.ts";
import * as objects from "../src/reshape/objects.ts";
import * as variants from "../src/reshape/variants.ts";
import { DecoderPlan } from "./decoder-plan.ts";
import { emitCheckCall, emitReadCall } from "./emit-collections.ts";
import { emitFields, isDerived } from "./emit-objects.ts";
import { emitEither, emitTaggedBody } from "./emit-unions.ts";
import type { Def, Shape } from "./shape.ts";
import { structuredDefs } from "./structured-defs.ts";

const HEADER = `// The tolerant decoders of the Agent Client Protocol, version 1. Made by \`npm run generate\`; do not edit.
//
// check…, every… and keep… work in place and return whether the value is valid (keep… drops invalid items). read…
// returns the value or its replacement, or undefined if it is invalid.
`;

export function emitDecoders(defs: readonly Def[]): string {
  const plan = new DecoderPlan(defs);
  const structured = structuredDefs(defs);
  for (const def of structured) if (def.shape.is !== "ref") emitDef(plan, def);
  const table = emitTable(plan, structured);
  plan.assertAllWoven();
  return [HEADER + emitImports(), table, ...plan.functions].join("\n");
}

/** The modules with the conversions; each name is in one of them. */
const RESHAPES = { fields, forms, absent, variants, objects };

function emitImports(): string {
  const used = new Set(["copy", "fill", "lift", "rename", ...WOVEN_ALIASES.flatMap(reshapeOf)]);
  const imports = Object.entries(RESHAPES).map(([file, module]) => {
    const names = Object.keys(module).filter((name) => used.has(name));
    return `import { ${names.toSorted().join(", ")} } from "../reshape/${file}.ts";\n`;
  });
  return `import { isObject } from "@parley/base";
import { failRead, isCount, isIntegerWithin, readUnknownTag, toUnknown } from "../decode-primitives.ts";
import { at, drop, fail, failAt, pointer, replace, skip, toReadResult, toResult, type Decoder, type Fields } from "../decode-trail.ts";
${imports.join("")}import type * as t from "./types.ts";
`;
}

function reshapeOf(alias: WovenAlias): readonly string[] {
  if (alias.kind === "absent") return isDerived(alias.value) ? [alias.value.from] : [];
  return "reshape" in alias && alias.reshape !== undefined ? [alias.reshape] : [];
}

/** The contents of session events: a page that reads them loads no other decoders. */
const ALONE: ReadonlySet<string> = new Set([
  "ContentBlock",
  "CreateElicitationRequest",
  "CreateElicitationResponse",
  "PermissionOption",
  "RequestPermissionOutcome",
  "SessionConfigOption",
  "SessionMode",
  "SessionUpdate",
  "ToolCallUpdate",
  "Usage",
]);

/** The decoders by def name, with their result types. */
function emitTable(plan: DecoderPlan, defs: readonly Def[]): string {
  const types = defs.map(({ name }) => `  ${name}: t.${name};\n`);
  const alone: string[] = [];
  const entries = defs.map((def) => {
    // A peer may omit params, or answer null instead of an empty object.
    const value = def.method && !hasRequired(plan, def.shape) ? "(value ??= {})" : "value";
    const decoder = `(value) => ${emitEntry(plan, def, value)}`;
    if (!ALONE.has(def.name)) return `  ${def.name}: ${decoder},\n`;
    alone.push(`export const decode${def.name}: Decoder<t.${def.name}> = ${decoder};\n`);
    return `  ${def.name}: decode${def.name},\n`;
  });
  return `/** What each decoder gives. */
export interface Decoded {
${types.join("")}}

// Each decoder owns the value it is given, and changes it in place.

${alone.join("")}
export const decoders: { readonly [N in keyof Decoded]: Decoder<Decoded[N]> } = {
${entries.join("")}};
`;
}

function emitEntry(plan: DecoderPlan, { name, shape }: Def, value: string): string {
  const self: Shape = shape.is === "ref" ? shape : { is: "ref", name };
  if (plan.manner(self) === "read") return `toReadResult(${emitReadCall(plan, self, value)})`;
  return `toResult(${emitCheckCall(plan, self, value)}, value)`;
}

function hasRequired(plan: DecoderPlan, shape: Shape): boolean {
  const { shape: target } = plan.follow(shape);
  return target.is !== "object" || target.fields.some(({ required }) => required);
}

function emitDef(plan: DecoderPlan, { name, shape }: Def): void {
  const isRead = plan.manner(shape) === "read";
  const own = `${isRead ? "read" : "check"}${name}`;
  const [alias] = plan.takeAliases("object", name).filter(({ at }) => at === name);
  const asIs = alias ? `${own}AsIs` : own;
  if (alias) {
    const retry = `isObject(o) && ${alias.reshape}(o)`;
    const body = isRead
      ? `${asIs}(o) ?? (${retry} ? ${asIs}(o) : undefined)`
      : `${asIs}(o) || (${retry} && ${asIs}(o))`;
    plan.define(own, () => emitFunction(own, "o", isRead ? "unknown" : "boolean", [`return ${body};`]));
  }
  plan.define(asIs, () => (isRead ? emitRead : emitCheck)(plan, name, shape, asIs));
}

function emitCheck(plan: DecoderPlan, name: string, shape: Shape, functionName: string): string {
  if (shape.is === "either") {
    const { of, lines } = emitEither(plan, shape.options);
    if (of === "value") return emitFunction(functionName, "value", "boolean", lines);
    return emitFunction(functionName, "o", "boolean", [OBJECT_ONLY, ...lines]);
  }
  const parts = shape.is === "all" ? shape.parts : [shape];
  const lines = parts.flatMap((part) => {
    if (part.is === "object") return emitFields(plan, name, part.fields);
    if (part.is === "either") {
      const inner = plan.define(`check${name}Scope`, () => emitCheck(plan, name, part, `check${name}Scope`));
      return [`if (!${inner}(o)) return false;`];
    }
    return [`if (!${emitCheckCall(plan, part, "o")}) return false;`];
  });
  return emitFunction(functionName, "o", "boolean", [OBJECT_ONLY, ...lines, "return true;"]);
}

function emitRead(plan: DecoderPlan, name: string, shape: Shape, functionName: string): string {
  const parts = shape.is === "all" ? shape.parts : [shape];
  const union = parts.find((part) => part.is === "tagged");
  if (!union) throw new Error(`${name} is not a tagged union`);
  const rest = parts.filter((part) => part !== union);
  let own: string | undefined;
  if (rest.length > 0) {
    const base = `check${name}Base`;
    own = `${plan.define(base, () => emitCheck(plan, name, { is: "all", parts: rest }, base))}(o)`;
  }
  const body = emitTaggedBody(plan, name, union, own);
  return emitFunction(functionName, "o", "unknown", ['if (!isObject(o)) return failRead("object");', ...body]);
}

const OBJECT_ONLY = 'if (!isObject(o)) return fail("object");';

function emitFunction(name: string, parameter: string, result: string, lines: readonly string[]): string {
  const body = lines.join("\n").replaceAll(/^/gm, "  ");
  return `function ${name}(${parameter}: unknown): ${result} {\n${body}\n}\n`;
}
