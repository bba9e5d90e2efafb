import { expect, it } from "vitest";
import { refuseVariable } from "./session-variables.ts";

it.each(["OPENAI_API_KEY", "http_proxy", "ProgramFiles(x86)", "PARLEY_MODEL", "LDAP_URL", "PATH"])("takes %s", (name) =>
  expect(refuseVariable(name)).toBeUndefined(),
);

it.each([
  ["PARLEY_GUARD", "reserved for Parley"],
  ["parley_home", "reserved for Parley"],
  ["LD_PRELOAD", "how programs are loaded"],
  ["DYLD_INSERT_LIBRARIES", "how programs are loaded"],
  ["NODE_OPTIONS", "how programs are loaded"],
  ["BASH_FUNC_ls%%", "how programs are loaded"],
  ["VSCODE_IPC_HOOK_CLI", "the editor itself starts"],
  ["A=B", "not the name"],
  ["", "not the name"],
  ["A".repeat(129), "more than 128 characters"],
])("refuses %s", (name, why) => expect(refuseVariable(name)).toContain(why));
