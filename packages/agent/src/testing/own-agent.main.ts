// Our agent on stdin and stdout, with its options as JSON in the first argument.
import { createNdjsonTransport } from "@parley/rpc";
import { createAgent } from "../acp/create-agent.ts";
import type { AgentOptions } from "../acp/options.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as AgentOptions;
await createAgent(createNdjsonTransport(process.stdin, process.stdout), options).closed;
