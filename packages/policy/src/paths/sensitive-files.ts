// Files that Parley asks about unless a rule or choice allows them: each row has their names, what they are, and for
// which requests it applies.
import { compileGlob, foldCase } from "../patterns/glob.ts";
import { GlobIndex } from "../patterns/glob-index.ts";
import type { PathKind } from "../request.ts";

interface SensitiveFiles {
  /** Appended to the name of the file. */
  readonly sentence: string;
  /** `change`: reading them needs no approval. */
  readonly when: "any" | "change";
  readonly globs: readonly string[];
}

const SENSITIVE_FILES: readonly SensitiveFiles[] = [
  {
    sentence: "may hold passwords or tokens",
    when: "any",
    globs: [
      ".env*",
      "*.env",
      ".envrc",
      ".netrc",
      "_netrc",
      ".npmrc",
      ".yarnrc.yml",
      ".pypirc",
      ".pgpass",
      ".my.cnf",
      ".git-credentials",
      ".htpasswd",
      ".dockercfg",
      "credentials.{json,toml,yml,yaml,db}",
      "secrets.{json,toml,yml,yaml,env}",
      "service-account*.json",
      "application_default_credentials.json",
      "*.tfstate*",
      "*.tfvars",
      "*.kdbx",
      "kubeconfig",
      ".terraformrc",
      ".vault-token",
      // Our own files, with which a program can use the server.
      "**/.parley/token",
      "server-secret",
      "feed-token",
    ],
  },
  {
    sentence: "is a private key or a key store",
    when: "any",
    globs: [
      "id_{rsa,dsa,ecdsa,ed25519,ecdsa_sk,ed25519_sk}",
      "*.{pem,key,p12,pfx,p8,ppk,jks,keystore}",
      "{.ssh,.gnupg,.aws,.azure,.kube,.docker,.password-store}",
      "**/{.config/gcloud,.config/gh,.local/share/keyrings}",
      "login.keychain*",
    ],
  },
  { sentence: "is git's own data", when: "any", globs: [".git"] },
  {
    sentence: "controls what runs, or what agents may do, without review",
    when: "change",
    globs: [
      // Notes, apps and recipes in the same folder decide nothing.
      "**/.parley/{config.json,rules.json,modes,commands,hooks}",
      ".vscode",
      ".idea",
      ".husky",
      ".claude",
      ".cursor",
      ".codex",
      ".gemini",
      ".devcontainer",
      ".gitmodules",
      ".gitattributes",
      ".gitconfig",
      ".mcp.json",
      ".{bash,zsh}*",
      ".profile",
      ".pre-commit-config.yaml",
      ".github/workflows/**",
      ".gitlab-ci.yml",
    ],
  },
];

/** Meant to be shared: they only look like secrets. */
const EXAMPLES: ReadonlySet<string> = new Set([
  ".env.example",
  ".env.sample",
  ".env.template",
  ".env.dist",
  ".env.defaults",
]);

const index = createIndex();

/** A description of the file, to be shown after its name. Case is ignored on every platform. */
export function findSensitive(segments: readonly string[], kind: PathKind): string | undefined {
  const last = segments.at(-1);
  let folded = segments.every(isSmall) ? segments : segments.map(foldCase);
  if (last !== undefined && last.startsWith(".") && EXAMPLES.has(foldCase(last)))
    folded = [...folded.slice(0, -1), "example"];
  let found: string | undefined;
  index.forEachMatch(folded, true, ({ sentence, when }) => {
    if (when === "any" || kind !== "read") found ??= sentence;
  });
  return found;
}

/** Nothing to fold, as in most names. */
function isSmall(segment: string): boolean {
  for (let at = 0; at < segment.length; at += 1) {
    const code = segment.charCodeAt(at);
    if (code > 0x7e || (code >= 0x41 && code <= 0x5a)) return false;
  }
  return true;
}

function createIndex(): GlobIndex<SensitiveFiles> {
  const created = new GlobIndex<SensitiveFiles>();
  for (const row of SENSITIVE_FILES) {
    for (const text of row.globs) {
      const compiled = compileGlob(text);
      if ("expected" in compiled) throw new Error(`${text}: expected ${compiled.expected}`);
      for (const glob of compiled.globs) created.add(glob, row);
    }
  }
  return created;
}
