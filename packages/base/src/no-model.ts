// What to do without a model: the same two lines wherever a newcomer meets the offline demo.

export const OFFLINE_MODEL_ID = "offline/script";

export const NO_MODEL = "No model is configured, so this is the offline demo. Type `help` to see what it can do.";

export const ADD_MODEL =
  "To add a model, run `parley agent login` (no restart needed), or use an installed agent: `parley chat --agent NAME`.";
