package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter.Engine;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of a database, an HTTP API or an MCP server. No message quotes one: with the environment resolved in it, it may hold a password.
 *
 * @param url without parameters
 * @param stated the TLS that the address itself asks for
 */
record DatabaseUrl(Engine engine, String url, Optional<TlsMode> stated) {
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?");
    private static final Shape POSTGRES = new Shape(
            "Postgres",
            Pattern.compile("(?:postgresql|postgres)://(?:[^@/?#]*@)?([^@/?#]+)/([^/?#]+)"),
            "postgresql://host:5432/database");
    private static final Shape MYSQL = new Shape(
            "MySQL or MariaDB",
            Pattern.compile("(?:mysql|mariadb)://(?:[^@/?#]*@)?([^@/?#,]+)/([^/?#]+)"),
            "mysql://host:3306/database");
    private static final Shape REDIS = new Shape(
            "Redis",
            Pattern.compile("rediss?://(?:[^@/?#]*@)?([^@/?#]+)(?:/[0-9]{0,4})?"),
            "redis://host:6379/0, or several hosts with commas between them");
    private static final Shape MONGODB = new Shape(
            "MongoDB",
            Pattern.compile("mongodb://(?:[^@/?#]*@)?([^@/?#]+)/?"),
            "mongodb://host:27017,other:27017, and the database under mongodb.database");
    private static final Pattern MONGODB_DATABASE = Pattern.compile("[A-Za-z0-9_-]{1,63}");

    /**
     * What the addresses of an engine look like.
     *
     * @param pattern its first group is the hosts
     */
    private record Shape(String engine, Pattern pattern, String example) {}

    static Checked<DatabaseUrl> read(Engine engine, String text, String path) {
        return switch (engine) {
            case Postgres -> remote(engine, POSTGRES, text, path);
            case Mysql -> remote(engine, MYSQL, text, path);
            case Redis -> remote(engine, REDIS, text, path);
            case Mongodb ->
                text.startsWith("mongodb+srv:")
                        ? faulty(
                                path,
                                "mongodb+srv addresses are not supported",
                                "list the hosts, mongodb://host:27017,other:27017; set tls.mode: VerifyFull, and what the record of the name "
                                        + "says under mongodb.parameters: replicaSet, and authSource, which is admin")
                        : remote(engine, MONGODB, text, path);
            case Http, Mcp -> http(engine, text, path);
            case Sqlite -> sqlite(text, path);
            case Unrecognized -> throw new IllegalArgumentException("an engine that no build knows");
        };
    }

    private static Checked<DatabaseUrl> remote(Engine engine, Shape shape, String text, String path) {
        if (text.startsWith("jdbc:")) {
            return faulty(path, "the address starts with 'jdbc:'", "drop 'jdbc:': " + shape.example());
        }
        if (text.indexOf('#') >= 0) {
            return faulty(path, "the address has a #", "percent-encode # and ? in a password, as %23 and %3F");
        }
        var query = text.indexOf('?');
        var url = query < 0 ? text : text.substring(0, query);
        var address = shape.pattern().matcher(url);
        if (!address.matches()) {
            return faulty(path, "the address is not a URL of " + shape.engine(), "write it as " + shape.example());
        }
        if (Arrays.stream(address.group(1).split(",", -1)).anyMatch(host -> !isHost(host))) {
            return faulty(path, "the address has an invalid host or port", "write it as " + shape.example());
        }
        return UrlParameters.read(engine, query < 0 ? "" : text.substring(query + 1), path)
                .map(tls -> new DatabaseUrl(engine, url, tls));
    }

    private static Checked<DatabaseUrl> http(Engine engine, String text, String path) {
        return HttpUrl.parse(text)
                        .filter(it -> it.getRawQuery() == null && it.getRawFragment() == null)
                        .filter(it -> it.normalize().getRawPath().equals(it.getRawPath()))
                        .isPresent()
                ? Checked.sound(new DatabaseUrl(engine, text, Optional.empty()))
                : faulty(
                        path,
                        "the address is not an http or https URL with a host and a path only",
                        "write it like https://api.example.com/v1; credentials go into username and password, or http.headers");
    }

    private static boolean isHost(String text) {
        var host = HOST.matcher(text);
        return host.matches()
                && Optional.ofNullable(host.group(2))
                        .map(Integer::parseInt)
                        .filter(port -> port < 1 || port > 65_535)
                        .isEmpty();
    }

    /** {@code :memory:} or a relative path; the runtime puts it below its data directory. */
    private static Checked<DatabaseUrl> sqlite(String text, String path) {
        if (text.equals(":memory:")) {
            return Checked.sound(new DatabaseUrl(Engine.Sqlite, text, Optional.empty()));
        }
        var file = text.startsWith("file:") ? text.substring("file:".length()) : text;
        if (file.contains("://") || file.indexOf('?') >= 0 || file.indexOf('#') >= 0 || file.indexOf('\0') >= 0) {
            return faulty(
                    path,
                    "the address is not :memory: or the path of a file",
                    "write :memory: or a relative path such as shop.db; options go under sqlite.parameters");
        }
        var steps = Arrays.asList(file.split("[/\\\\]", -1));
        if (file.isBlank()
                || file.startsWith("/")
                || steps.contains("..")
                || steps.getLast().isEmpty()) {
            return faulty(
                    path,
                    "the path leaves the data directory, or names no file in it",
                    "write a relative path without '..', such as shop.db");
        }
        return Checked.sound(
                new DatabaseUrl(Engine.Sqlite, file.startsWith("./") ? file.substring(2) : file, Optional.empty()));
    }

    /** The fault of the name of a database. */
    static Optional<Problem> mongodbDatabase(String path, String name) {
        return MONGODB_DATABASE.matcher(name).matches()
                ? Optional.empty()
                : Optional.of(Reason.InvalidAdapter.problem(
                        path,
                        "database-name",
                        "the name of the database is empty, or has a character that MongoDB does not allow",
                        "use letters, digits, - and _, at most 63"));
    }

    /** The TLS of a connection whose adapter says nothing of it. */
    TlsMode tls() {
        return stated.orElseGet(() -> switch (engine) {
            case Postgres, Mysql -> TlsMode.Prefer;
            case Redis, Http, Mcp -> encrypted() ? TlsMode.VerifyFull : TlsMode.Disable;
            case Mongodb, Sqlite, Unrecognized -> TlsMode.Disable;
        });
    }

    /** Why a mode cannot be that of a connection to this address. */
    Optional<Problem> contradiction(TlsMode mode, String path) {
        var field = path + ".tls.mode";
        if (stated.isPresent() && stated.get() != mode) {
            return Optional.of(Reason.InvalidAdapter.problem(
                    field,
                    "tls-of-url",
                    "the address asks for %s".formatted(stated.get()),
                    "write the same here, or remove the parameter from the address"));
        }
        if (engine == Engine.Mongodb && mode == TlsMode.Prefer) {
            return Optional.of(Reason.InvalidAdapter.problem(
                    field,
                    "tls-mode",
                    "MongoDB does not negotiate whether a connection is encrypted",
                    "set Disable, Require, VerifyCa or VerifyFull"));
        }
        if ((engine == Engine.Http || engine == Engine.Mcp) && mode != tls()) {
            return Optional.of(Reason.InvalidAdapter.problem(
                    field,
                    "tls-of-scheme",
                    "the scheme of the address asks for %s".formatted(tls()),
                    "write that, or change the scheme; the authority of a certificate of your own goes into tls.ca"));
        }
        if (engine != Engine.Redis) {
            return Optional.empty();
        }
        // A port of Redis is encrypted or not; the scheme of the address says which.
        if (encrypted() && (mode == TlsMode.Disable || mode == TlsMode.Prefer)) {
            return Optional.of(Reason.InvalidAdapter.problem(
                    field,
                    "tls-of-scheme",
                    "the address begins with rediss://, which is always encrypted",
                    "set VerifyFull, VerifyCa or Require, or begin the address with redis://"));
        }
        return encrypted() || mode == TlsMode.Disable
                ? Optional.empty()
                : Optional.of(Reason.InvalidAdapter.problem(
                        field,
                        "tls-of-scheme",
                        "the address begins with redis://, which is never encrypted",
                        "begin the address with rediss://, or remove tls"));
    }

    private boolean encrypted() {
        return url.startsWith("rediss://") || url.regionMatches(true, 0, "https:", 0, "https:".length());
    }

    private static <T> Checked<T> faulty(String path, String message, String remedy) {
        return Checked.faulty(Reason.InvalidAdapter.problem(path, "adapter-url", message, remedy));
    }

    /** Without the address. */
    @Override
    public String toString() {
        return "DatabaseUrl[engine=" + engine + "]";
    }
}
