// The scripted agent as a program over stdin and stdout.
import { createNdjsonTransport } from "@parley/rpc";
import { scriptedAgent, type ScriptedProgramOptions } from "./scripted-agent.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as ScriptedProgramOptions;
scriptedAgent.start(createNdjsonTransport(process.stdin, process.stdout), options);
