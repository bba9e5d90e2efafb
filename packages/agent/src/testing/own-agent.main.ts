// Our agent on stdin and stdout, with its options as JSON in the first argument.
import { createNdjsonTransport } from "@parley/rpc";
import { createCodingAgent } from "../acp/create-coding-agent.ts";
import type { CodingAgentOptions } from "../session-runtime/options.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as CodingAgentOptions;
await createCodingAgent(createNdjsonTransport(process.stdin, process.stdout), options).closed;
