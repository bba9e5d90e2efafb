// Which variables of the environment are secret, by their names. The one list that everything we start is held to.

/**
 * Not handed down to what we start: commands of the model, MCP servers, browsers. Upper or lower case, `*` for any characters.
 * What a program of the user's needs is named in their settings.
 */
export const SECRET_VARIABLES: readonly string[] = [
  "*ACCESS_KEY*",
  "*API_KEY*",
  "*APIKEY*",
  "*PASSPHRASE*",
  "*PASSWORD*",
  "*PRIVATE_KEY*",
  "*SECRET*",
  "*_AUTH",
  "*_TOKEN*",
];

/** Of a variable that a provider is signed in to with: whether its value is never to be seen. */
export function isSecretName(name: string): boolean {
  return /KEY|TOKEN|SECRET|PASSWORD/.test(name);
}
