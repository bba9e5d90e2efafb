// The error for a run without a prompt.
import { ParleyError } from "@parley/base";

export function emptyPrompt(): ParleyError {
  const remedy = { label: "Pass a prompt", command: 'parley run "What does this project do?"' };
  return new ParleyError({ code: "usage", message: "The prompt is empty", remedy });
}
