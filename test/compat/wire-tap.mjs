// Stands between client and agent and writes down every line that passes: `wire-tap.mjs FILE COMMAND ARGS…`.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";

const [file, command, ...args] = process.argv.slice(2);
const trace = createWriteStream(file, { flags: "a" });
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });

function tap(from, input, output) {
  let rest = "";
  input.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) trace.write(`${JSON.stringify({ from, at: Date.now(), line })}\n`);
    output.write(chunk);
  });
  input.on("end", () => output.end());
}

process.stdin.setEncoding("utf8");
child.stdout.setEncoding("utf8");
child.stdin.on("error", () => undefined); // It has exited; its exit code says why.
tap("client", process.stdin, child.stdin);
tap("agent", child.stdout, process.stdout);
child.on("exit", (code) => trace.end(() => process.exit(code ?? 1)));
