// The inner end of the proxy: a port on the sandbox's own loopback, which leads to the proxy's socket and nowhere else.
import type { Environment } from "../../processes/environment.ts";
import type { Invocation } from "../../processes/invocation.ts";

/** The sandbox has its own loopback, so the port is always free. */
const PORT = 18_717;

/** Plain JavaScript in a string, because a bundle has no second file to start. It starts the command once the port is open, and exits with its status. */
const SCRIPT = String.raw`
const { connect, createServer } = require("node:net");
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const [socket, runsAsNode, file, ...args] = process.argv.slice(1);
// Set for this process, and for the command only if the command itself had it.
if (runsAsNode === "") delete process.env.ELECTRON_RUN_AS_NODE;
for (const name of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(name, () => undefined);
const end = (one, other) => one.on("error", () => other.destroy()).on("close", () => other.destroy());
createServer((client) => {
  const proxy = connect(socket);
  end(client, proxy);
  end(proxy, client);
  client.pipe(proxy).pipe(client);
}).listen(${PORT}, "127.0.0.1", () => {
  const child = spawn(file, args, { stdio: "inherit" });
  child.once("error", (error) => {
    process.stderr.write(error.message + "\n");
    process.exit(127);
  });
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
});
`;

/** `env` is the command's own. */
export function withForwarder({ file, args, viaShell }: Invocation, socket: string, env: Environment): Invocation {
  const runsAsNode = env["ELECTRON_RUN_AS_NODE"] ?? "";
  return { file: process.execPath, args: ["-e", SCRIPT, socket, runsAsNode, file, ...args], viaShell };
}

const ADDRESS = `http://127.0.0.1:${PORT}`;

/** Most programs use these variables; Node itself only on request, from version 24 on. */
export const PROXY_VARIABLES: Readonly<Record<string, string>> = {
  HTTP_PROXY: ADDRESS,
  HTTPS_PROXY: ADDRESS,
  ALL_PROXY: ADDRESS,
  http_proxy: ADDRESS,
  https_proxy: ADDRESS,
  all_proxy: ADDRESS,
  NO_PROXY: "",
  no_proxy: "",
  NODE_USE_ENV_PROXY: "1",
  ...(process.versions["electron"] === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" }),
};
