// The model of a session, as far as its messages name it.
import { fieldsOf, listOf, wordsOf, type Fields } from "../extract/fields.ts";

/** From the answer that opened the session, or that changed its options. */
export function readModel(result: Fields): string | undefined {
  const current = wordsOf(fieldsOf(result["models"])["currentModelId"]);
  if (current !== undefined) return current;
  const option = listOf(result["configOptions"]).map(fieldsOf).find(isModelOption);
  return wordsOf(option?.["currentValue"]);
}

/** From a request that chooses one. */
export function readChosenModel(method: string, params: Fields): string | undefined {
  if (method === "session/set_model") return wordsOf(params["modelId"]);
  if (method === "session/set_config_option" && params["configId"] === "model") return wordsOf(params["value"]);
  return undefined;
}

function isModelOption({ id, category }: Fields): boolean {
  return category === "model" || (category === undefined && id === "model");
}
