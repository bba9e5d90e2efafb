// Runs before test files that start programs: Node 20 parses NODE_EXTRA_CA_CERTS at every start, which takes longer than all else of it.
// What is tried talks to this machine only; the few that reach npm's registry take the setting back.

const certificates = process.env["NODE_EXTRA_CA_CERTS"];
if (certificates !== undefined) {
  process.env["PARLEY_TEST_EXTRA_CA_CERTS"] = certificates;
  delete process.env["NODE_EXTRA_CA_CERTS"];
}
