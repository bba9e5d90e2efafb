// A child process that says one word and then only reads, so that a test can kill it.
process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", method: "ready" })}\n`);
process.stdin.resume();
