// Stands between a client and an agent and records what passes: `FILE COMMAND ARGS…`.
import { FrameCutter } from "@parley/observe/relay";
import { createTraceRecorder } from "@parley/observe/trace";
import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

const [path = "", command = "", ...args] = process.argv.slice(2);
const recorder = createTraceRecorder({ path, redact: false, agent: "scripted" });
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
let seq = 0;

function pass(from: Readable, to: Writable, direction: "to_agent" | "to_client"): void {
  const cutter = new FrameCutter({ direction, nextSeq: () => (seq += 1), onFrame: (frame) => recorder.add(frame) });
  from.on("data", (chunk: Buffer) => {
    to.write(chunk);
    cutter.push(chunk, Date.now());
  });
  from.once("end", () => {
    cutter.end(Date.now());
    if (direction === "to_agent") to.end();
  });
}

pass(process.stdin, child.stdin, "to_agent");
pass(child.stdout, process.stdout, "to_client");
child.stdin.on("error", () => undefined); // It has exited; its exit code says why.
child.once("close", (code) => {
  void recorder.close().then(() => process.exit(code ?? 1));
});
