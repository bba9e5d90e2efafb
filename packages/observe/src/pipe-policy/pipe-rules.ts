// The rules of a proxy: zones from the command line, and a rules file.
import { ParleyError } from "@parley/base";
import { describeMistake, parseUserJson, readUserText } from "@parley/home/user-files";
import { compileRules, toRuleError, type RuleSet } from "@parley/policy";

export interface PipeRulesOptions {
  /** Globs relative to a session's folder: if given, agents may touch only these. */
  readonly zones?: readonly string[] | undefined;
  readonly denied?: readonly string[] | undefined;
  /** A rules file, see docs/rules.md. */
  readonly file?: string | undefined;
}

/**
 * Undefined without any rules. Rejects with `usage` or `bad_config` if a rule cannot be read: elsewhere a broken rule makes
 * Parley ask, but a proxy has no user to ask.
 */
export async function readPipeRules(options: PipeRulesOptions): Promise<RuleSet | undefined> {
  const { zones = [], denied = [], file } = options;
  if (zones.length === 0 && denied.length === 0 && file === undefined) return undefined;
  const own = { zones: { allow: zones, deny: denied } };
  const [misfit] = compileRules([{ layer: "session", raw: own }]).broken;
  if (misfit !== undefined) {
    const flag = misfit.field === "allow" ? "--zone" : "--deny";
    throw new ParleyError({ code: "usage", message: `${flag}: expected ${misfit.expected}` });
  }
  const raw = file === undefined ? undefined : await readRulesFile(file);
  const rules = compileRules([
    { layer: "machine", raw },
    { layer: "session", raw: own },
  ]);
  const [broken] = rules.broken;
  if (broken === undefined) return rules;
  const { message } = toRuleError(broken);
  throw unusable(file ?? "", `${file}: ${message}`);
}

async function readRulesFile(path: string): Promise<unknown> {
  const text = await readUserText(path);
  if (text === undefined) throw unusable(path, `${path}: file not found`);
  const parsed = parseUserJson(text);
  if ("value" in parsed) return parsed.value;
  throw unusable(path, `${path} ${describeMistake(parsed)}`);
}

function unusable(path: string, message: string): ParleyError {
  const remedy = { label: `Fix ${path}; the proxy does not start with rules it cannot read` };
  return new ParleyError({ code: "bad_config", message, remedy });
}
