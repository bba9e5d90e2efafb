// Checks the model that the built-in agent would use, and which providers have a key.
import { readModelStatus, type ProviderStatus } from "@parley/agent/login";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";

export const checkModel: Check = async ({ home, settings, log }) => {
  const { model, providers } = await readModelStatus({
    parleyHome: home,
    env: process.env,
    modelId: settings.model,
    log,
  });
  return [toFinding(model), describeKeys(providers)];
};

function toFinding({ id, isOffline, problem, remedy }: Awaited<ReturnType<typeof readModelStatus>>["model"]): Finding {
  if (problem !== undefined) return fail("model", `Model ${id} cannot be used: ${problem}`, remedy);
  if (!isOffline) return ok("model", `The built-in agent uses ${id}`);
  const text = "No model is configured, so the built-in agent runs the offline demo";
  return warn("model", text, "Add a model: parley agent login; or use an installed agent: parley chat --agent NAME");
}

function describeKeys(providers: readonly ProviderStatus[]): Finding {
  const withKey = providers.filter(({ source }) => source !== undefined);
  const set = withKey.map(({ title, source }) => `${title} (${source})`).join(", ");
  const missing = providers.filter(({ source }) => source === undefined).map(({ id }) => id);
  const found = set === "" ? "No model keys" : `Model keys: ${set}`;
  return ok("keys", missing.length === 0 ? found : `${found}; not set: ${missing.join(", ")}`);
}
