// What the program that passes the tools of an editor on to an agent finds in its environment.

export const EDITOR_URL_VARIABLE = "PARLEY_EDITOR_URL";
export const EDITOR_TOKEN_VARIABLE = "PARLEY_EDITOR_TOKEN";
