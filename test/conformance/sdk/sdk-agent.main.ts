// The SDK's agent as a program over stdin and stdout.
import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { createSdkAgent, type SdkAgentOptions } from "./sdk-agent.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as SdkAgentOptions;
const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
createSdkAgent(options).connect(ndJsonStream(Writable.toWeb(process.stdout), input));
