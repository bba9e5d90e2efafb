// The title of a session before its first prompt, unless a person or the agent gave it one.
export const NEW_TITLE = "New Session";
