// The shell command that reads the server's token from its file, as it is shown to people. Parley never shows the token itself.
export const READ_TOKEN = 'TOKEN=$(cat "${PARLEY_HOME:-$HOME/.parley}/token")';
