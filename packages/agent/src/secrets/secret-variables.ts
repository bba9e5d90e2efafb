// Names of secret environment variables. The single list for every process that the agent starts.

/**
 * Not passed on to commands, MCP servers and browsers. Case-insensitive; `*` matches any characters.
 * Programs that need one have it in the user's settings.
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

/** Whether the value of a sign-in variable must never be shown. */
export function isSecretName(name: string): boolean {
  return /KEY|TOKEN|SECRET|PASSWORD/.test(name);
}
