// The rules file and the audit of this home, as every surface sees them.
import { ParleyError } from "@parley/base";
import { readAudit, type AuditPage, type AuditQuery } from "@parley/home/judge";
import { openRulesFile, type ListedRule, type RulesFile } from "@parley/home/rules";
import type { HubRules, TrustedFolder } from "../api/rules.ts";
import { checkFolder } from "../sessions/check-session.ts";

/** `changed` resolves when other servers can see a change. */
export function createRules(parleyHome: string, changed: () => Promise<void>): HubRules {
  const file = openRulesFile(parleyHome);
  return {
    list: () => listAll(file),
    async add(verdict, rule) {
      const added = await addRule(file, verdict, rule);
      await changed();
      return added;
    },
    async revoke(id) {
      const revoked = await file.revoke(id);
      await changed();
      return revoked;
    },
    trusted: async (): Promise<readonly TrustedFolder[]> => (await file.read()).trusted,
    async trust(path) {
      await checkFolder(path, "/path");
      await file.trust(path);
      return path;
    },
    async distrust(path) {
      if (await file.distrust(path)) return path;
      const remedy = { label: "List trusted folders", command: "parley trust list" };
      throw new ParleyError({ code: "usage", message: `${path} is not trusted`, remedy });
    },
    audit: (query?: AuditQuery): Promise<AuditPage> => readAudit(parleyHome, query),
  };
}

async function listAll(file: RulesFile): ReturnType<HubRules["list"]> {
  const [rules, { problems }] = await Promise.all([file.list(), file.read()]);
  return { file: file.path, rules, problems: problems.map(({ message }) => message) };
}

function addRule(file: RulesFile, verdict: "allow" | "deny", rule: string): Promise<ListedRule> {
  return file.add(verdict === "allow" ? { autoAllow: rule } : { autoReject: rule });
}
