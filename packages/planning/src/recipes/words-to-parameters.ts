// Finds files and URLs in prompts and turns them into parameters.
import { toOneLine } from "@parley/base";
import { PARAMETER_KEY_CHARS_MAX, PARAMETERS_MAX, PROPOSED_PARAMETERS_MAX, STEP_CHARS_MAX } from "../limits.ts";
import { findKeys, toPlaceholder } from "./placeholders.ts";
import type { RecipeParameter } from "./recipe.ts";

const ENDINGS =
  "bat|c|cc|cfg|conf|cpp|cs|css|csv|cxx|dart|doc|docx|ex|exs|gif|go|gradle|h|hpp|htm|html|ini|ipynb|java|jpeg|jpg|js|json|jsonl|jsx|kt|less|lock|log|lua|md|mjs|mts|pdf|php|pl|png|proto|ps1|py|rb|rs|rst|scala|scss|sh|sql|svelte|svg|swift|tex|toml|ts|tsv|tsx|txt|vue|xls|xlsx|xml|yaml|yml|zip";
/** A URL, a file by its extension, or what looks like a placeholder. */
const FOUND = new RegExp(
  [
    String.raw`(?<url>\bhttps?:\/\/[^\s<>"'\x60()[\]{}]+[^\s<>"'\x60()[\]{}.,;:!?])`,
    String.raw`(?<placeholder>\{\{\s{0,8}[A-Za-z_]\w{0,63}\s{0,8}\}\})`,
    String.raw`(?<file>(?<![\w@./~-])(?:~\/|\.{1,2}\/|\/)?(?:[\w@.-]{1,100}\/){0,20}[\w@-][\w@.-]{0,100}\.(?:${ENDINGS})(?![\w/-]|\.\w))`,
  ].join("|"),
  "g",
);
/** Names like Node.js are not files. */
const PRODUCT = /^[A-Z]\w*\.js$/;

export interface Generalised {
  /** In the order of the texts. */
  readonly texts: readonly string[];
  readonly parameters: readonly RecipeParameter[];
}

/** Each value becomes a parameter with itself as its default, so that the recipe does the same without values. */
export function generalise(texts: readonly string[]): Generalised {
  const byValue = new Map<string, RecipeParameter>();
  const taken = new Set(texts.flatMap(findKeys));
  let proposed = 0;
  const keyFor = (value: string, kind: "url" | "file"): string | undefined => {
    const known = byValue.get(value);
    if (known !== undefined || proposed >= PROPOSED_PARAMETERS_MAX) return known?.key;
    const key = chooseKey(kind, taken);
    taken.add(key);
    proposed += 1;
    byValue.set(value, toParameter(key, kind === "url" ? "An address" : "A file", value));
    return key;
  };
  /** Literal braces: a parameter that is filled with them. */
  const keepPlaceholder = (text: string): string => {
    const [key = ""] = findKeys(text);
    if (!byValue.has(text)) {
      const isRoom = byValue.size < PARAMETERS_MAX - PROPOSED_PARAMETERS_MAX && key.length <= PARAMETER_KEY_CHARS_MAX;
      const isOther = [...byValue.values()].some((one) => one.key === key);
      if (!isRoom || isOther) return isOther ? text : text.replace("{{", "{ {");
      byValue.set(text, toParameter(key, "A placeholder", text));
    }
    return text;
  };
  const replaced = texts.map((text) =>
    text.replaceAll(FOUND, (found: string, url?: string, placeholder?: string) => {
      if (placeholder !== undefined) return keepPlaceholder(found);
      if (PRODUCT.test(found)) return found;
      const key = keyFor(found, url === undefined ? "file" : "url");
      return key === undefined ? found : toPlaceholder(key);
    }),
  );
  return { texts: replaced, parameters: [...byValue.values()] };
}

function toParameter(key: string, what: string, value: string): RecipeParameter {
  return {
    key,
    inputType: "string",
    requirement: "optional",
    description: `${what} in place of ${toOneLine(value, STEP_CHARS_MAX)}`,
    default: value,
  };
}

/** `file`, `file_2`, … */
function chooseKey(kind: string, taken: ReadonlySet<string>): string {
  let key = kind;
  for (let number = 2; taken.has(key); number += 1) key = `${kind}_${number}`;
  return key;
}
