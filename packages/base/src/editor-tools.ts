// Environment variables of the program that passes an editor's tools on to an agent.

export const EDITOR_URL_VARIABLE = "PARLEY_EDITOR_URL";
export const EDITOR_TOKEN_VARIABLE = "PARLEY_EDITOR_TOKEN";
