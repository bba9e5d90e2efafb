// The puppet agent as a program over stdin and stdout.
import { createNdjsonTransport } from "@parley/rpc";
import { puppetAgent, type PuppetOptions } from "./puppet-agent.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as PuppetOptions;
puppetAgent.start(createNdjsonTransport(process.stdin, process.stdout), options);
