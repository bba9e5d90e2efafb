// Our agent as a model of the AI SDK, through a provider that others make. Prints what came of it.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { modules, command, args, cwd, env, scenario } = JSON.parse(process.argv[2]);
const load = (...path) => import(pathToFileURL(join(modules, ...path)));
const { createACPProvider } = await load("@mcpc-tech", "acp-ai-provider", "index.mjs");
const { generateText, streamText } = await load("ai", "dist", "index.mjs");

const provider = createACPProvider({
  command,
  args,
  env,
  session: { cwd, mcpServers: [] },
  // One process and one session for all prompts.
  persistSession: true,
});
const call = (prompt, more = {}) => ({
  model: provider.languageModel(),
  tools: provider.tools,
  prompt,
  maxRetries: 0,
  ...more,
});

const first = await generateText(call(scenario.text));
const second = await generateText(call(scenario.work));

const abort = new AbortController();
let pieces = 0;
const third = streamText(call(scenario.long, { abortSignal: abort.signal, onError: () => undefined }));
for await (const piece of third.textStream) {
  pieces += 1;
  if (piece.includes("piece")) abort.abort();
}
const told = ({ text, finishReason }) => ({ text, finishReason });
process.stdout.write(`${JSON.stringify({ turns: [told(first), told(second)], pieces })}\n`);
provider.cleanup();
