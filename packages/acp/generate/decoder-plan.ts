// State shared by the decoder emitters: the defs by name, the aliases by def, and the small functions that they
// request.
import type { WovenAlias } from "../src/alias-rows.ts";
import { WOVEN_ALIASES } from "../src/aliases.ts";
import { impossible, type Def, type Shape } from "./shape.ts";

/**
 * How a shape is decoded.
 * - `test`: an expression checks the value;
 * - `check`: a function works in place and returns whether the value is valid;
 * - `read`: a function returns the value or its replacement, or undefined if the value is invalid.
 */
type Manner = "test" | "check" | "read";

export class DecoderPlan {
  readonly #defs: ReadonlyMap<string, Def>;
  readonly #unwoven = new Set(WOVEN_ALIASES);
  readonly #functions = new Map<string, string>();

  constructor(defs: readonly Def[]) {
    this.#defs = new Map(defs.map((def) => [def.name, def]));
  }

  /** Follows references to the shape behind them; the name is that of the last def on the way. */
  follow(shape: Shape, name = ""): { readonly name: string; readonly shape: Shape } {
    if (shape.is !== "ref") return { name, shape };
    const def = this.#defs.get(shape.name);
    if (!def) throw new Error(`No def ${shape.name}`);
    return this.follow(def.shape, def.name);
  }

  manner(shape: Shape): Manner {
    const { shape: target } = this.follow(shape);
    switch (target.is) {
      case "nullable":
        return this.manner(target.inner);
      case "array":
      case "object":
        return "check";
      case "map":
        return target.value.is === "any" ? "test" : "check";
      case "tagged":
        return "read";
      case "all":
        return target.parts.some((part) => this.manner(part) === "read") ? "read" : "check";
      case "either":
        return target.options.every((option) => this.manner(option) === "test") ? "test" : "check";
      case "any":
      case "string":
      case "number":
      case "boolean":
      case "null":
      case "integer":
      case "choice":
      case "ref":
        return "test";
      default:
        return impossible(target);
    }
  }

  /** The aliases of one kind on one def or its fields. Requesting them marks them as used. */
  takeAliases<K extends WovenAlias["kind"]>(kind: K, def: string): readonly Extract<WovenAlias, { kind: K }>[] {
    const isMeant = (alias: WovenAlias): alias is Extract<WovenAlias, { kind: K }> =>
      alias.kind === kind && alias.at.split(".", 1)[0] === def;
    const taken = WOVEN_ALIASES.filter(isMeant);
    for (const alias of taken) this.#unwoven.delete(alias);
    return taken;
  }

  /** Adds a function unless one of that name exists, and returns the name. */
  define(name: string, emit: () => string): string {
    if (!this.#functions.has(name)) {
      this.#functions.set(name, ""); // Reserves the position, so that functions are in the order of requests.
      this.#functions.set(name, emit());
    }
    return name;
  }

  get functions(): readonly string[] {
    return [...this.#functions.values()];
  }

  /** An unused row of the alias table names something that does not exist. */
  assertAllWoven(): void {
    const [alias] = this.#unwoven;
    if (alias) throw new Error(`This alias fits nothing in the schema: ${JSON.stringify(alias)}`);
  }
}
