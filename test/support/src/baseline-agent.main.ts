// The baseline agent as a program over stdin and stdout.
import { createNdjsonTransport } from "@parley/rpc";
import { baselineAgent } from "./baseline-agent.ts";

baselineAgent.start(createNdjsonTransport(process.stdin, process.stdout), {});
