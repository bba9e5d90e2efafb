// MCP servers in files that users write.
export { findMcpServers, type FoundServers } from "./mcp/find-mcp-servers.ts";
export { parseOAuthClients, withoutClients, type OAuthClient } from "./mcp/parse-oauth-clients.ts";
export { parseMcpServers, type ParsedServers } from "./mcp/parse-mcp-servers.ts";
export { readMcpSources, type McpSource } from "./mcp/mcp-sources.ts";
