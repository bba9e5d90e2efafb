// The client process: starts an agent process of the same implementation, sends the traffic ordered, prints a sample.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { loadImplementation } from "./peers/load.ts";
import type { BenchClient } from "./peers/peer.ts";
import { probe } from "./peers/work.ts";
import { sendTraffic } from "./send-traffic.ts";
import type { TrafficOrder, TrafficSample } from "./traffic.ts";

const AGENT = fileURLToPath(new URL("agent.js", import.meta.url));

const order = JSON.parse(process.argv[2] ?? "") as TrafficOrder;
const { connect } = await loadImplementation(order.implementation);
const child = spawn(process.execPath, [...order.agentFlags, AGENT, order.implementation], {
  stdio: ["pipe", "pipe", "inherit"],
});
child.once("exit", (code) => {
  if (code !== 0) throw new Error(`The agent ended with exit code ${code}`);
});
const client = connect(child.stdout, child.stdin);
await client.start();
process.stdout.write(`${JSON.stringify(await measure(client, order))}\n`);
child.stdin.end();
await once(child, "exit");

async function measure(peer: BenchClient, { kind, warmUp, count, textBytes }: TrafficOrder): Promise<TrafficSample> {
  const send = sendTraffic[kind];
  await send(peer, warmUp, textBytes);
  const agentBefore = await probe(peer);
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await send(peer, count, textBytes);
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - startedAt;
  const agentAfter = await probe(peer);
  return {
    clientCpuUs: (user + system) / count,
    agentCpuUs: (agentAfter.cpuUs - agentBefore.cpuUs) / count,
    wallUs: (wallMs * 1000) / count,
  };
}
