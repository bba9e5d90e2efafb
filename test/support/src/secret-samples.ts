// One secret of every kind that Parley hides, made up when it is asked for, so that no file of the repository looks as if it had one.
import { createHash } from "node:crypto";

export interface SecretSample {
  readonly name: string;
  /** As it is met: in a command, a file, a header. */
  readonly text: string;
  /** What must not be seen. */
  readonly secret: string;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ALNUM = `${LETTERS}0123456789`;
const HEX = "0123456789abcdef";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE64 = `${ALNUM}+/`;

/** The same for the same name; with a digit and both cases near its beginning where the alphabet has them. */
function made(name: string, length: number, alphabet: string = ALNUM): string {
  let text = "";
  for (let round = 0; text.length < length; round += 1) {
    for (const byte of createHash("sha256").update(`${name} ${round}`).digest())
      text += alphabet[byte % alphabet.length];
  }
  const mixed = alphabet.includes("a") && alphabet.includes("Z") ? "a7Q" : alphabet.includes("7") ? "7" : "";
  return `${text.slice(0, 1)}${mixed}${text.slice(1)}`.slice(0, length);
}

/** The whole text is the secret. */
function token(name: string, prefix: string, length: number, alphabet?: string): SecretSample {
  const secret = made(name, length, alphabet);
  return { name, text: prefix + secret, secret };
}

/** `text` with `§` for the secret. */
function within(name: string, text: string, secret: string = `${made(name, 10)}x9`): SecretSample {
  return { name, text: text.replaceAll("§", secret), secret };
}

function block(name: string, label: string, lines = 4): SecretSample {
  const body = Array.from({ length: lines }, (_, line) => made(`${name} ${line}`, 64, BASE64));
  const dashes = "-".repeat(5);
  const text = [`${dashes}BEGIN ${label}${dashes}`, ...body, `${dashes}END ${label}${dashes}`].join("\n");
  return { name, text, secret: body[1] ?? "" };
}

export function createSecretSamples(): readonly SecretSample[] {
  return [
    ...keyBlocks(),
    ...models(),
    ...clouds(),
    ...builds(),
    ...messages(),
    ...business(),
    ...commands(),
    ...files(),
    ...web(),
  ];
}

function keyBlocks(): SecretSample[] {
  const pem = block("PEM in JSON", ["PRIVATE", "KEY"].join(" "));
  return [
    block("PEM", "PRIVATE KEY"),
    block("PEM, RSA", "RSA PRIVATE KEY"),
    block("PEM, EC", "EC PRIVATE KEY"),
    block("PEM, encrypted", "ENCRYPTED PRIVATE KEY"),
    block("OpenSSH", "OPENSSH PRIVATE KEY", 6),
    block("PGP", "PGP PRIVATE KEY BLOCK", 8),
    { ...pem, text: JSON.stringify({ private_key: `${pem.text}\n`, type: "service_account" }) },
    { ...pem, name: "PEM in code", text: `const pem = ${JSON.stringify(pem.text)};` },
    { ...pem, name: "PEM, cut at its beginning", text: `… ${pem.text.slice(40)}` },
    { ...pem, name: "PEM, cut at its end", text: pem.text.slice(0, -60) },
    within(
      "PEM in base64",
      `tls.key: ${Buffer.from(pem.text).toString("base64").slice(0, 40)}§`,
      made("tls", 80, BASE64),
    ),
    within(
      "PuTTY",
      `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n§\nPrivate-MAC: 1`,
      made("putty", 48, BASE64),
    ),
    token("age", `${["AGE", "SECRET", "KEY"].join("-")}-1`, 58, UPPER),
    within("WireGuard", "[Interface]\nPrivateKey = §\nListenPort = 1", `${made("wg", 43, BASE64)}=`),
    within("WireGuard preshared", "PresharedKey = §\n", `${made("psk", 43, BASE64)}=`),
    within("password hash", "root:$6$salt$§:19000:0:", made("shadow", 86)),
  ];
}

function models(): SecretSample[] {
  return [
    token("OpenAI", "sk-proj-", 48),
    token("Anthropic", "sk-ant-api03-", 80),
    token("OpenRouter", "sk-or-v1-", 64, HEX),
    token("Groq", "gsk_", 52),
    token("xAI", "xai-", 80),
    token("Hugging Face", "hf_", 34),
    token("Replicate", "r8_", 37),
    token("Perplexity", "pplx-", 48),
    token("Cerebras", "csk-", 48),
    token("NVIDIA", "nvapi-", 64),
    token("Fireworks", "fw_", 24),
    token("Pinecone", "pcsk_", 60),
    token("LangSmith", "lsv2_pt_", 32, HEX),
    token("Google AI", "AIza", 35),
    within("Mistral", "MISTRAL_API_KEY=§", made("mistral", 32)),
    within("Cohere", "export CO_API_KEY='§'", made("cohere", 40)),
  ];
}

function clouds(): SecretSample[] {
  return [
    token("AWS key id", "AKIA", 16, UPPER),
    token("AWS session key id", "ASIA", 16, UPPER),
    within("AWS secret key", "aws_secret_access_key = §", made("aws", 40, BASE64)),
    within("AWS configure", "aws configure set aws_secret_access_key §", made("aws2", 40, BASE64)),
    within(
      "AWS signed address",
      "https://b.s3.amazonaws.com/x?X-Amz-Expires=60&X-Amz-Signature=§&a=1",
      made("amz", 64, HEX),
    ),
    token("Google access token", "ya29.", 80),
    token("Google client secret", "GOCSPX-", 28),
    within("Google service account", '{"private_key_id":"x","private_key": "§"}', made("gcp", 60, BASE64)),
    within(
      "Azure storage",
      "DefaultEndpointsProtocol=https;AccountName=me;AccountKey=§;Suffix=x",
      `${made("az", 86, BASE64)}==`,
    ),
    within("Azure SAS", "https://me.blob.core.windows.net/c?sv=2024&se=2027-01-01&sig=§&x=1", made("sas", 43)),
    within("Azure service bus", "Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=§", made("sb", 43, BASE64)),
    within("Azure client secret", "client: §", `${made("aad", 3)}8Q~${made("aad2", 34)}`),
    token("DigitalOcean", "dop_v1_", 64, HEX),
    within("Heroku", "HEROKU_API_KEY=§", "01234567-89ab-4cde-8f01-23456789abcd"),
    within("Cloudflare", "CLOUDFLARE_API_TOKEN=§", made("cf", 40)),
    token("Databricks", "dapi", 32, HEX),
    within("Snowflake", "snowsql -a acc -u me -p § -q x"),
    token("Vault", "hvs.", 90),
    within("Terraform Cloud", "credentials: §", `${made("tf", 14)}.atlasv1.${made("tf2", 67)}`),
    token("Supabase", "sbp_", 40, HEX),
    token("PlanetScale", "pscale_pw_", 43),
    token("Fly.io", "fo1_", 43),
    token("Tailscale", "tskey-auth-", 30),
    token("Doppler", "dp.pt.", 43),
    token("Pulumi", "pul-", 40, HEX),
    within("kubeconfig", "users:\n- user:\n    client-key-data: §\n", made("kube", 120, BASE64)),
    within("kubeconfig token", "    token: §\n", made("kubetoken", 40)),
  ];
}

function builds(): SecretSample[] {
  return [
    ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map((prefix) => token(`GitHub ${prefix}`, prefix, 36)),
    token("GitHub fine-grained", "github_pat_", 82),
    token("GitLab", "glpat-", 20),
    token("GitLab deploy", "gldt-", 20),
    token("Bitbucket", "ATBB", 32),
    token("Atlassian", "ATATT3", 180),
    token("npm", "npm_", 36),
    within(".npmrc", "//registry.npmjs.org/:_authToken=§", "01234567-89ab-4cde-8f01-23456789abcd"),
    within(".npmrc, old", "_auth=§\nemail=me@x", made("npmrc", 24, BASE64)),
    within("npm config", "npm config set //registry.npmjs.org/:_authToken §"),
    token("PyPI", "pypi-", 150),
    token("RubyGems", "rubygems_", 48, HEX),
    token("crates.io", "cio", 32),
    token("NuGet", "oy2", 43),
    token("Docker", "dckr_pat_", 27),
    within("Docker configuration", '{"auths":{"r":{"auth":"§"}}}', made("docker", 28, BASE64)),
    token("CircleCI", "CCIPAT_", 60),
    token("Postman", "PMAK-", 59),
    token("Figma", "figd_", 40),
    token("Linear", "lin_api_", 40),
    token("Notion", "ntn_", 46),
    within("Airtable", "§", `pat${made("air", 14)}.${made("air2", 64, HEX)}`),
    token("Netlify", "nfp_", 40),
    token("Grafana", "glsa_", 41),
    token("Sentry", "sntrys_", 100),
    within("Sentry DSN", "https://§@o1.ingest.sentry.io/2", made("dsn", 32, HEX)),
    within("Datadog", "DD_API_KEY=§", made("dd", 32, HEX)),
    token("New Relic", "NRAK-", 27, UPPER),
    token("Dynatrace", "dt0c01.", 90),
  ];
}

function messages(): SecretSample[] {
  return [
    token("Slack bot", "xoxb-1234567890-", 24),
    token("Slack app", "xapp-1-A1-", 60),
    within(
      "Slack webhook",
      "https://hooks.slack.com/services/§",
      `T${made("sl", 8)}/B${made("sl2", 8)}/${made("sl3", 24)}`,
    ),
    within("Discord webhook", "https://discord.com/api/webhooks/§", `123456789012345678/${made("dc", 68)}`),
    within("Discord bot", "bot §", `MT${made("db", 22)}.${made("db2", 6)}.${made("db3", 38)}`),
    within(
      "Teams webhook",
      "https://x.webhook.office.com/webhookb2/§",
      `${made("tm", 36)}/IncomingWebhook/${made("tm2", 32, HEX)}/x`,
    ),
    within("Telegram", "https://api.telegram.org/bot§/x", `123456789:AA${made("tg", 33)}`),
    token("Twilio", "SK", 32, HEX),
    within("Twilio auth", "TWILIO_AUTH_TOKEN=§", made("tw", 32, HEX)),
    within("SendGrid", "§", `SG.${made("sg", 22)}.${made("sg2", 43)}`),
    token("Mailgun", "key-", 32, HEX),
    within("Mailchimp", "§", `${made("mc", 32, HEX)}-us12`),
    token("Brevo", "xkeysib-", 64, HEX),
  ];
}

function business(): SecretSample[] {
  return [
    token("Stripe live", "sk_live_", 24),
    token("Stripe test", "sk_test_", 24),
    token("Stripe restricted", "rk_live_", 24),
    token("Stripe webhook", "whsec_", 32),
    token("Square", "sq0atp-", 22),
    token("Square, new", "EAAA", 60),
    token("Shopify", "shpat_", 32, HEX),
    token("HubSpot", "pat-na1-", 36),
  ];
}

function commands(): SecretSample[] {
  return [
    within("curl -u", "curl -u me:§ https://x.example/"),
    within("curl -u, joined", "curl -ume:§ https://x.example/"),
    within("curl --user", "curl --user 'me:§' https://x.example/"),
    within("curl --user=", "curl --user=me:§ https://x.example/"),
    within("curl in a list", JSON.stringify(["curl", "-u", "me:§", "https://x"])),
    within("curl --proxy-user", "curl --proxy-user me:§ x"),
    within("mysql -p", "mysql -u root -p§ db"),
    within("mysqldump -p", "mysqldump -hlocalhost -uroot -p'§' db"),
    within("docker login -p", "docker login -u me -p § registry.example"),
    within("podman login", "podman login --username me --password § r"),
    within("sshpass", "sshpass -p § ssh me@host"),
    within("redis-cli", "redis-cli -h x -a § ping"),
    within("ldapsearch", "ldapsearch -x -D cn=me -w § -b dc=x"),
    within("openssl", "openssl rsa -in k.pem -passin pass:§"),
    within("httpie", "http -a me:§ x.example"),
    within("smbclient", "smbclient //h/s -U me%§"),
    within("PGPASSWORD", "PGPASSWORD=§ psql -h x"),
    within("--password=", "tool --password=§ run"),
    within("--api-key", "tool --api-key § run"),
    within("env with quotes", `export DB_PASSWORD="§ and more"`),
    within("setx", "setx GITHUB_TOKEN §"),
    within("Dockerfile", "ENV API_TOKEN §"),
    within("SQL", "ALTER USER me WITH PASSWORD '§';"),
    within("SQL, MySQL", "CREATE USER me IDENTIFIED BY '§';"),
    within("vault login", "vault login §"),
  ];
}

function files(): SecretSample[] {
  return [
    within(".netrc", "machine x.example login me password §"),
    within(".netrc over lines", "machine x.example\n  login me\n  password §\n"),
    within(".pgpass", "db.example:5432:app:me:§"),
    within(".env", "A=1\nSECRET_KEY=§\nB=2"),
    within("JSON", '{"user":"me","password":"§"}'),
    within("JSON in JSON", JSON.stringify({ body: JSON.stringify({ client_secret: "§" }) })),
    within("JSON, several words", '{"passphrase": "correct horse § staple"}'),
    within("YAML", "db:\n  password: §\n  port: 1\n"),
    within("YAML, a word", "db:\n  password: §\n", "swordfishes"),
    within("YAML pair", "- name: DB_PASSWORD\n  value: §\n"),
    within("JSON pair", '{"name":"API_TOKEN","value":"§"}'),
    within("INI", "[x]\npassword = §\n"),
    within("TOML", 'api_key = "§"\n'),
    within("XML", "<server><password>§</password></server>"),
    within("code", 'const password = "§";'),
    within("PHP", "'password' => '§',"),
    within("properties", "spring.datasource.password=§"),
    within("connection string", "Server=x;Uid=sa;Pwd=§;"),
    within("prose", "my password is § by the way"),
  ];
}

function web(): SecretSample[] {
  return [
    within("login in an address", "postgres://me:§@db.example:5432/app"),
    within("login with an @", "https://me:p@§@x.example/", `${made("at", 8)}9`),
    within("login with a slash", "https://me:§@x.example/", `a/${made("slash", 8)}9`),
    within("mongodb+srv", "mongodb+srv://me:§@c.mongodb.net/db"),
    within("token in an address", "https://x.example/?access_token=§&b=1"),
    within("key in an address", "https://x.example/?key=§&b=1"),
    within("Bearer", "Authorization: Bearer §"),
    within("Bearer in JSON", '{"headers":{"Authorization":"Bearer §"}}'),
    within("Bearer alone", "sent Bearer § to it", made("bearer", 32)),
    within("Basic", `Authorization: Basic §`, Buffer.from("me:hunter22").toString("base64")),
    within("Basic alone", `Basic § was sent`, Buffer.from("me:hunter22").toString("base64")),
    within("X-Api-Key", "curl -H 'X-Api-Key: §' x"),
    within("Cookie", "Cookie: theme=dark; sid=§"),
    within("Set-Cookie", "Set-Cookie: sid=§; HttpOnly"),
    within("session cookie", "GET / cookie PHPSESSID=§", made("php", 26)),
    within("JSON Web Token", "§", `eyJ${made("jwt", 30)}.eyJ${made("jwt2", 60)}.${made("jwt3", 43)}`),
    within("after a colour", "\u001b[32m§\u001b[0m", `ghp_${made("colour", 36)}`),
    within("after an escaped line break", JSON.stringify("a\n§ b"), `ghp_${made("break", 36)}`),
    within("after a percent escape", "?q=a%20§", `ghp_${made("percent", 36)}`),
  ];
}
