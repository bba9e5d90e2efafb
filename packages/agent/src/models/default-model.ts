// The model for a session in which nobody has chosen one.
import { hasOwnAddress } from "./access.ts";
import { readVariable, type ModelEnvironment } from "./environment.ts";
import { isOffered, namesOf } from "./list-models.ts";
import { formatModelId } from "./model-id.ts";
import { SCRIPT_MODEL_ID } from "./offline/script-info.ts";
import { providers } from "./providers.ts";

/** What the user set, else the first provider that has what it needs and a model to begin with, else the script. */
export async function defaultModelId(environment: ModelEnvironment): Promise<string> {
  const chosen = readVariable(environment, "PARLEY_MODEL");
  if (chosen !== undefined) return chosen;
  for (const provider of providers) {
    if (!(await isOffered(provider, environment))) continue;
    if (provider.defaultModel !== undefined) return formatModelId(provider.id, provider.defaultModel);
    // A server that merely happens to run is not chosen behind the user's back.
    if (provider.models !== "listed" || !(await hasOwnAddress(provider, environment))) continue;
    const [first] = await namesOf(provider, environment);
    if (first !== undefined) return formatModelId(provider.id, first);
  }
  return SCRIPT_MODEL_ID;
}
