// The default model of a session.
import { hasOwnAddress } from "./access.ts";
import { readVariable, type ModelEnvironment } from "./environment.ts";
import { isOffered, namesOf } from "./list-models.ts";
import { formatModelId } from "./model-id.ts";
import { SCRIPT_MODEL_ID } from "./offline/script-info.ts";
import { providers } from "./providers.ts";

/** The configured model, else that of the first configured provider with a default, else the offline demo. */
export async function defaultModelId(environment: ModelEnvironment): Promise<string> {
  const chosen = readVariable(environment, "PARLEY_MODEL");
  if (chosen !== undefined) return chosen;
  for (const provider of providers) {
    if (!(await isOffered(provider, environment))) continue;
    if (provider.defaultModel !== undefined) return formatModelId(provider.id, provider.defaultModel);
    // A local server that happens to be running is not selected automatically.
    if (provider.models !== "listed" || !(await hasOwnAddress(provider, environment))) continue;
    const [first] = await namesOf(provider, environment);
    if (first !== undefined) return formatModelId(provider.id, first);
  }
  return SCRIPT_MODEL_ID;
}
