// Programs that take a password as an argument, and its form.

/** `joined`: in the same word, `-psecret`. `next`: the next word. `login`: a `user:password`, in the next word or the same. */
type OptionForm = "joined" | "next" | "login";

export interface SecretOption {
  readonly option: string;
  readonly form: OptionForm;
}

const joined = (option: string): SecretOption => ({ option, form: "joined" });
const next = (option: string): SecretOption => ({ option, form: "next" });
const login = (option: string): SecretOption => ({ option, form: "login" });

const MYSQL: readonly SecretOption[] = [joined("-p")];
const LOGIN: readonly SecretOption[] = [next("-p")];

export const SECRET_OPTIONS: ReadonlyMap<string, readonly SecretOption[]> = new Map<string, readonly SecretOption[]>([
  ["mysql", MYSQL],
  ["mysqldump", MYSQL],
  ["mysqladmin", MYSQL],
  ["mysqlimport", MYSQL],
  ["mariadb", MYSQL],
  ["mariadb-dump", MYSQL],
  ["mongo", LOGIN],
  ["mongosh", LOGIN],
  ["mongodump", LOGIN],
  ["mongorestore", LOGIN],
  ["sshpass", [next("-p"), joined("-p")]],
  ["docker", LOGIN],
  ["podman", LOGIN],
  ["nerdctl", LOGIN],
  ["helm", LOGIN],
  ["oc", LOGIN],
  ["az", LOGIN],
  ["redis-cli", [next("-a")]],
  ["ldapsearch", [next("-w")]],
  ["ldapadd", [next("-w")]],
  ["ldapmodify", [next("-w")]],
  ["smbclient", [login("-U")]],
  ["sqlcmd", [next("-P"), joined("-P")]],
  ["bcp", [next("-P"), joined("-P")]],
  ["mosquitto_pub", [next("-P")]],
  ["mosquitto_sub", [next("-P")]],
  ["7z", [joined("-p")]],
  ["7za", [joined("-p")]],
  ["zip", [next("-P")]],
  ["unzip", [next("-P")]],
  ["http", [login("-a")]],
  ["https", [login("-a")]],
  ["xh", [login("-a")]],
  ["snowsql", [next("-p")]],
  ["vault", [next("login")]],
  ["clickhouse-client", [next("--password")]],
  ["cqlsh", [next("-p")]],
  ["isql", [next("-P"), joined("-P")]],
  ["tsql", [next("-P")]],
  ["ipmitool", [next("-P")]],
  ["rabbitmqadmin", [next("-p")]],
  ["kinit", [next("--password")]],
  ["keytool", [next("-storepass"), next("-keypass")]],
  ["openssl", [next("-pass"), next("-passin"), next("-passout"), next("-k"), next("-K")]],
  ["lftp", [login("-u")]],
  ["ncftp", [next("-p")]],
]);

/** Also in lists of arguments, for any program, because nothing else has this form. */
export const LOGIN_OPTIONS: ReadonlySet<string> = new Set([
  "-u",
  "-U",
  "--user",
  "--proxy-user",
  "--creds",
  "--basic-auth",
]);

/** Only where the program takes a password: `docker run -p 80:80` is a port. */
export const NEEDS_LOGIN: ReadonlySet<string> = new Set(["docker", "podman", "nerdctl", "helm", "oc", "az"]);
