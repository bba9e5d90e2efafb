// Signs in as `parley agent login` would: `login.main HOME [PROVIDER]`. A key with "good" in it is taken, "odd" cannot be checked.
import { ParleyError, silentLog } from "@parley/base";
import { providers } from "../../models/providers.ts";
import { openCredentials } from "../credentials.ts";
import { login, type KeyCheck } from "../login.ts";

const [home = "", providerId] = process.argv.slice(2);

function check(_id: string, values: Readonly<Record<string, string>>): Promise<KeyCheck> {
  const all = Object.values(values).join(" ");
  if (all.includes("good")) return Promise.resolve({ result: "valid" });
  const result = all.includes("odd") ? "unknown" : "refused";
  return Promise.resolve({ result, why: result === "unknown" ? "no network" : "wrong key" });
}

try {
  const signedIn = await login({
    input: process.stdin,
    output: process.stdout,
    credentials: openCredentials(home, { log: silentLog }),
    providers,
    providerId,
    env: process.env,
    check,
    gitHub: async (present, signal) => {
      const page = "https://github.com/login/device";
      const code = { userCode: "ABCD-1234", verificationUri: page, verificationUriComplete: undefined, expiresAt: 0 };
      await present(code, signal);
    },
    signal: new AbortController().signal,
  });
  process.stdout.write(`<${signedIn ?? "nothing"}>\n`);
} catch (error) {
  if (!(error instanceof ParleyError)) throw error;
  process.stdout.write(`<${error.code}: ${error.message}>\n`);
}
