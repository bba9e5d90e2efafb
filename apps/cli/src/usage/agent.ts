// What `parley agent` and its relatives take.
import { defineUsage } from "../arguments/usage.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

export const agentUsage = defineUsage({
  name: "agent",
  summary: "Our own coding agent on stdin and stdout, for any client that speaks ACP",
  details: `Without a key it plays scripts, so that everything can be tried. With ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY set it works with that
provider's models; OPENAI_BASE_URL and --model openai-compatible/NAME take it to any server that speaks chat completions, --model ollama/NAME to Ollama.`,
  flags: {
    model: { type: "string", value: "PROVIDER/NAME", setting: "model", summary: "The model for new sessions" },
    mode: {
      type: "string",
      value: "MODE",
      setting: "mode",
      summary: "The mode for new sessions: backend, architect, qa, …",
    },
    slot: {
      type: "string",
      value: "SLOT",
      choices: ["coding", "assistant"],
      summary: "Which family of modes there is to choose from",
    },
    level: {
      type: "string",
      value: "LEVEL",
      setting: "level",
      summary: "What is done without asking: supervised, auto, bypass, autopilot",
    },
    ...sandboxFlag,
    thinking: {
      type: "string",
      value: "HOW",
      choices: ["off", "low", "medium", "high"],
      summary: "How long the model thinks before it answers, where it can",
    },
    "allow-loopback": {
      type: "boolean",
      summary: "Let fetch and the browser go to this machine and its private networks",
    },
  },
  positionals: [],
  examples: [
    { about: "Let another client talk to it", command: "my-client -- parley agent" },
    { about: "With a local model", command: "my-client -- parley agent --model ollama/qwen3-coder" },
  ],
});

export const loginUsage = defineUsage({
  name: "agent login",
  summary: "Save a model provider's key for the built-in agent",
  details: `Asks for the provider and the key, checks the key, and saves it to ~/.parley/credentials.json, which only you can read.
A running server uses it at once. If standard input is not a terminal, the key is read from it.`,
  flags: {},
  positionals: [{ name: "PROVIDER", isOptional: true }],
  examples: [
    { about: "Sign in to Anthropic", command: "parley agent login anthropic" },
    { about: "Save a key from a file", command: "parley agent login openai < key.txt" },
  ],
});

export const logoutUsage = defineUsage({
  name: "agent logout",
  summary: "Remove a provider's saved key, or all of them",
  flags: {},
  positionals: [{ name: "PROVIDER", isOptional: true }],
  examples: [{ about: "Remove all saved keys", command: "parley agent logout" }],
});
