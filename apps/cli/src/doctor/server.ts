// Checks this home's server: whether it runs, responds, accepts the token, and has the same version as this program.
import { describeError } from "../describe-error.ts";
import { withTilde } from "../output/with-tilde.ts";
import { ago } from "../output/time.ts";
import { checkServer } from "../server/check-server.ts";
import { readHomeToken } from "../server/find-server.ts";
import {
  isServerRunning,
  proveServerOf,
  readServerEntry,
  serverFileIn,
  type ServerPlace,
} from "@parley/home/running-server";
import { VERSION } from "@parley/base";
import { checkNodes } from "./nodes.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";

export const checkServerOfHome: Check = async ({ home }) => {
  const path = serverFileIn(home);
  const entry = await readServerEntry(home);
  const remove = `rm ${withTilde(path)}`;
  if (entry === undefined) return [ok("server", "No server is running: parley serve starts one")];
  if (entry === "unreadable") return [warn("server", `${path} cannot be read; no server is used`, remove)];
  const { url, pid } = entry;
  if (!(await isServerRunning(entry))) {
    return [warn("server", `${path} is stale: the server at ${url} (process ${pid}) is not running`, remove)];
  }
  const proof = await proveServerOf(home, url);
  if (proof === "silent") {
    const text = `The server at ${url} (process ${pid}) does not respond; commands continue without it`;
    return [fail("server", text, `Restart it: kill ${pid}; parley serve`)];
  }
  if (proof === "unproven") {
    const text = `The server at ${url} could not prove that it belongs to this home; commands do not use it`;
    return [
      fail(
        "server",
        text,
        `If process ${pid} is a Parley of an earlier version, restart it: kill ${pid}; parley serve`,
      ),
    ];
  }
  return [
    await checkAccess(entry, home),
    ...checkVersion(entry),
    ...(await checkNodes(url, await readHomeToken(home))),
  ];
};

async function checkAccess({ url, pid, startedAtMs, version }: ServerPlace, home: string): Promise<Finding> {
  try {
    const status = await checkServer({ url, token: await readHomeToken(home), isLocal: true });
    const what = `Server ${version ?? ""} at ${url} (process ${pid}, started ${ago(startedAtMs, Date.now())})`;
    if (status === "ready") return ok("server", what.replace("  ", " "));
    return warn(
      "server",
      `${what.replace("  ", " ")} is not ready: it is shutting down, or cannot write`,
      "parley serve",
    );
  } catch (error) {
    return fail("server", describeError(error), "Restart the server: parley serve");
  }
}

function checkVersion({ version, kind }: ServerPlace): readonly Finding[] {
  if (version === VERSION) return [];
  const text = `The running server is Parley ${version ?? "of an earlier version"}, this is ${VERSION}`;
  return [
    warn(
      "server-version",
      text,
      kind === "background" ? "parley server restart" : "Restart it: parley server stop; parley serve",
    ),
  ];
}
