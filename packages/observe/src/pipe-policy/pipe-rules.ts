// The rules of a proxy: zones from the command line, and a rules file.
import { ParleyError } from "@parley/base";
import { readTextWithin } from "@parley/home";
import { compileRules, toRuleError, type RuleSet } from "@parley/policy";
import { RULES_FILE_BYTES_MAX } from "../limits.ts";

export interface PipeRulesOptions {
  /** Globs relative to a session's folder: if given, nothing else may be touched. */
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
  throw badFile(file ?? "", message);
}

async function readRulesFile(path: string): Promise<unknown> {
  const text = await readTextWithin(path, RULES_FILE_BYTES_MAX).catch((cause: unknown) => {
    throw badFile(path, cause instanceof Error ? cause.message : String(cause), cause);
  });
  if (text === undefined) throw badFile(path, "file not found");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badFile(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function badFile(path: string, why: string, cause?: unknown): ParleyError {
  const remedy = { label: `Fix ${path}; the proxy does not start with rules it cannot read` };
  return new ParleyError({ code: "bad_config", message: `${path}: ${why}`, remedy, cause });
}
