package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Addresses of databases. No message quotes one: with the environment resolved in it, it may hold a password.
 */
final class DatabaseUrl {
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

    private static final Pattern MONGODB = Pattern.compile("mongodb://(?:[^@/?#]*@)?([^@/?#]+)/?");
    private static final Pattern MONGODB_DATABASE = Pattern.compile("[A-Za-z0-9_-]{1,63}");
    private static final String MONGODB_SHAPE = "mongodb://host:27017,other:27017";

    private DatabaseUrl() {}

    /**
     * What the addresses of an engine look like.
     *
     * @param pattern its first group is the hosts
     */
    private record Shape(String engine, Pattern pattern, String example) {}

    /** {@code postgresql://[user[:password]@]host[:port][,host[:port]...]/database}. */
    static Checked<String> postgres(String path, String url) {
        return remote(POSTGRES, path, url);
    }

    /** {@code mysql://[user[:password]@]host[:port]/database}. */
    static Checked<String> mysql(String path, String url) {
        return remote(MYSQL, path, url);
    }

    private static Checked<String> remote(Shape shape, String path, String url) {
        if (url.startsWith("jdbc:")) {
            return faulty(path, "the address starts with 'jdbc:'", "drop 'jdbc:': " + shape.example());
        }
        if (url.indexOf('?') >= 0 || url.indexOf('#') >= 0) {
            return faulty(
                    path,
                    "the address carries parameters",
                    "set them under 'parameters' and 'tls', and percent-encode ? and # in a password");
        }
        var address = shape.pattern().matcher(url);
        if (!address.matches()) {
            return faulty(path, "the address is not a URL of " + shape.engine(), "write it as " + shape.example());
        }
        var wrongHost = Arrays.stream(address.group(1).split(",", -1)).anyMatch(host -> !isHost(host));
        return wrongHost
                ? faulty(path, "the address has an invalid host or port", "write it as " + shape.example())
                : Checked.sound(url);
    }

    /** {@code mongodb://[user[:password]@]host[:port][,host[:port]...]}, with or without a slash at its end. */
    static Checked<String> mongodb(String path, String url) {
        if (url.startsWith("mongodb+srv:")) {
            return faulty(path, "mongodb+srv addresses are not supported", "list the hosts: " + MONGODB_SHAPE);
        }
        if (url.indexOf('?') >= 0 || url.indexOf('#') >= 0) {
            return faulty(
                    path,
                    "the address carries parameters",
                    "set them under 'parameters' and 'tls', and percent-encode ? and # in a password");
        }
        var address = MONGODB.matcher(url);
        if (!address.matches()) {
            return faulty(
                    path,
                    "the address is not a URL of MongoDB",
                    "write it as " + MONGODB_SHAPE + ", and the database under 'database'");
        }
        var wrongHost = Arrays.stream(address.group(1).split(",", -1)).anyMatch(host -> !isHost(host));
        return wrongHost
                ? faulty(path, "the address has an invalid host or port", "write it as " + MONGODB_SHAPE)
                : Checked.sound(url);
    }

    /** What is wrong with the name of a database. */
    static Optional<Problem> mongodbDatabase(String path, String name) {
        return MONGODB_DATABASE.matcher(name).matches()
                ? Optional.empty()
                : Optional.of(Problem.of(
                        Reason.InvalidAdapter,
                        path,
                        "database-name",
                        "the name of the database is empty, or has a character that MongoDB does not allow",
                        "use letters, digits, - and _, at most 63"));
    }

    /** {@code redis[s]://[user:password@]host[:port][,host[:port]...][/database]}. */
    static Checked<String> redis(String path, String url) {
        if (url.indexOf('?') >= 0 || url.indexOf('#') >= 0) {
            return faulty(
                    path,
                    "the address carries parameters",
                    "set them under 'tls' and 'pool', and percent-encode ? and # in a password");
        }
        return remote(REDIS, path, url);
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
    static Checked<String> sqlite(String path, String url) {
        if (url.equals(":memory:")) {
            return Checked.sound(url);
        }
        var file = url.startsWith("file:") ? url.substring("file:".length()) : url;
        if (file.contains("://") || file.indexOf('?') >= 0 || file.indexOf('#') >= 0 || file.indexOf('\0') >= 0) {
            return faulty(
                    path,
                    "the address is not :memory: or the path of a file",
                    "write :memory: or a relative path such as shop.db; options go under 'parameters'");
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
        return Checked.sound(file.startsWith("./") ? file.substring(2) : file);
    }

    private static Checked<String> faulty(String path, String message, String remedy) {
        return Checked.faulty(Problem.of(Reason.InvalidAdapter, path, "adapter-url", message, remedy));
    }
}
