// The advice for a missing model, so that every place that shows the offline demo gives the same two lines.

export const OFFLINE_MODEL_ID = "offline/script";

export const NO_MODEL = "No model is configured, so this is the offline demo. Type `help` to see what it can do.";

export const ADD_MODEL =
  "To add a model, run `parley agent login` (no restart needed), or use an installed agent: `parley chat --agent NAME`.";
