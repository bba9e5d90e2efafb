#!/bin/sh
# The same agent on every protocol of the server, with nothing but curl.
# Run it while a server is running:  sh examples/curl.sh
set -eu

url=${PARLEY_URL:-http://127.0.0.1:4717}
token=${PARLEY_TOKEN:-$(cat "${PARLEY_HOME:-$HOME/.parley}/token")}

request() {
  curl --silent --show-error --fail-with-body --header "Authorization: Bearer $token" \
    --header "Content-Type: application/json" "$@"
  echo
}

echo "== Agents"
request "$url/agents?limit=3"

echo "== ACP-REST: one run, awaited"
request "$url/runs" --data '{
  "agent_name": "backend",
  "mode": "sync",
  "input": [{ "role": "user", "parts": [{ "content_type": "text/plain", "content": "say Hello from ACP-REST" }] }]
}'

echo "== Native API: events as they happen"
request "$url/reply" --no-buffer --data '{
  "user_message": { "role": "user", "content": [{ "type": "text", "text": "say Hello from the native API" }] }
}'

echo "== A2A: one message"
request "$url/a2a" --data '{
  "jsonrpc": "2.0", "id": 1, "method": "message/send",
  "params": { "message": {
    "kind": "message", "role": "user", "messageId": "hello-'"$$"'",
    "parts": [{ "kind": "text", "text": "say Hello from A2A" }]
  } }
}'

echo "== ACP over HTTP: initialize (the session itself is easier over a WebSocket: $url/acp)"
request "$url/acp" --header "Accept: application/json, text/event-stream" --data '{
  "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "protocolVersion": 1, "clientCapabilities": {} }
}'
