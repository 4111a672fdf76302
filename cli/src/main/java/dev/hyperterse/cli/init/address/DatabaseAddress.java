package dev.hyperterse.cli.init.address;

import dev.hyperterse.cli.init.schema.DatabaseEngine;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** An address of a database as its user has it. No sentence quotes it: anything in it may be a password. */
public sealed interface DatabaseAddress {
    /**
     * @param url without credentials, as an adapter has it; of SQLite the path of the file; of MongoDB with the database
     * @param fields further fields of the adapter, as lines of YAML
     * @param schemas that the address itself chooses; empty where it does not
     * @param notes what of the address is left out, in sentences
     */
    record Usable(
            DatabaseEngine engine,
            String url,
            Optional<String> username,
            Optional<String> password,
            List<String> fields,
            List<String> schemas,
            List<String> notes)
            implements DatabaseAddress {
        /** A password has no place in what is printed. */
        @Override
        public String toString() {
            return url.replaceFirst("\\?.*", "") + username.map(" as "::concat).orElse("");
        }

        /** The database alone. */
        public String database() {
            return url.replaceFirst("\\?.*", "").replaceFirst(".*/", "");
        }
    }

    /** @param sentence why, and what to write */
    record Refused(String sentence) implements DatabaseAddress {}

    Pattern SCHEME = Pattern.compile("(?<name>[A-Za-z][A-Za-z0-9]*)(?:\\+[A-Za-z0-9_]+)?:(?<rest>.*)", Pattern.DOTALL);
    /** Of the driver of Go, as projects to import have it. */
    Pattern OF_GO = Pattern.compile("(?<user>(?:[^@]*@)?)tcp\\((?<host>[^)]*)\\)(?<rest>/.*)");

    /** Before paths of files: the last keyword may end as one, and those before it may be a password. */
    Pattern OF_LIBPQ = Pattern.compile("(?:^|\\s)(?:host|hostaddr|dbname|user|password|port|sslmode)\\s*=");

    String FORM = "postgresql://USER:PASSWORD@HOST:5432/NAME, mysql://USER:PASSWORD@HOST:3306/NAME, "
            + "mongodb://USER:PASSWORD@HOST:27017/NAME, redis://:PASSWORD@HOST:6379, or the path of a SQLite file";

    static DatabaseAddress of(String given) {
        var text = given.strip();
        if (text.isEmpty()) {
            return new Refused("the address of the database is empty; write " + FORM);
        }
        if (text.toLowerCase(Locale.ROOT).startsWith("mongodb+srv:")) {
            return new Refused(
                    "an adapter does not look up the members of mongodb+srv:// in the DNS; write mongodb://HOST1,HOST2/NAME?replicaSet=...&tls=true"
                            + " with the hosts that nslookup -type=SRV _mongodb._tcp.HOST shows");
        }
        var scheme = SCHEME.matcher(text.replaceFirst("(?i)^jdbc:", ""));
        if (scheme.matches() && scheme.group("rest").startsWith("//")) {
            return withScheme(scheme.group("name").toLowerCase(Locale.ROOT), scheme.group("rest"));
        }
        if (scheme.matches()
                && List.of("sqlite", "sqlite3", "file")
                        .contains(scheme.group("name").toLowerCase(Locale.ROOT))) {
            return SqliteFile.of(scheme.group("rest"));
        }
        if (OF_LIBPQ.matcher(text).find()) {
            return new Refused("keywords of PostgreSQL are not read; write postgresql://USER:PASSWORD@HOST:5432/NAME");
        }
        if (SqliteFile.isLikely(text)) {
            return SqliteFile.of(text);
        }
        var ofGo = OF_GO.matcher(text);
        return ofGo.matches()
                ? ServerUrl.of(SqlEngine.MYSQL, "mysql", ofGo.replaceFirst("//${user}${host}${rest}"))
                : new Refused("the address does not say which engine it is of; write " + FORM);
    }

    private static DatabaseAddress withScheme(String scheme, String rest) {
        return switch (scheme) {
            case "postgresql", "postgres", "pgsql", "cockroachdb" ->
                ServerUrl.of(SqlEngine.POSTGRES, "postgresql", rest);
            case "mysql", "mysql2" -> ServerUrl.of(SqlEngine.MYSQL, "mysql", rest);
            case "mariadb" -> ServerUrl.of(SqlEngine.MYSQL, "mariadb", rest);
            case "sqlite", "sqlite3", "file", "libsql" -> SqliteFile.ofUrl(rest.substring(2));
            case "mongodb" -> MongodbUrl.of(rest);
            case "redis", "valkey" -> RedisUrl.of("redis", rest);
            case "rediss", "valkeys" -> RedisUrl.of("rediss", rest);
            default ->
                new Refused(
                        "the address is not of PostgreSQL, MySQL, MariaDB, SQLite, MongoDB or Redis, the engines that init reads; write "
                                + FORM);
        };
    }
}
