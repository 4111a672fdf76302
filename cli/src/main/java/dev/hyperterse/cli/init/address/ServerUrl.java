package dev.hyperterse.cli.init.address;

import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.cli.init.address.DatabaseAddress.Refused;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** A URL of a server: a user and a password, hosts, a database, parameters. */
final class ServerUrl {
    private static final String HOST = "(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?";
    private static final Pattern HOSTS = Pattern.compile("%s(?:,%s)*".formatted(HOST, HOST));

    /** Only the user info holds an @, and nothing but parameters follows the database. */
    private static final Pattern URL = Pattern.compile("//(?:(?<user>[^:@/?#\\s]*)(?::(?<password>[^@/?#\\s]*))?@)?"
            + "(?<hosts>[^@/?#\\s]*)(?:/(?<name>[^@/?#\\s]*))?(?:\\?(?<parameters>[^@#\\s]*))?");

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}%._~$+-]+");
    private static final Pattern PORT = Pattern.compile(":([0-9]+)(?=,|$)");
    private static final int HIGHEST_PORT = 65_535;
    private static final String ENCODE = "percent-encode / ? # @ : and % in a user or a password";

    private ServerUrl() {}

    /** @param hosts with commas @param name behind the slash, as it is written @param parameters behind the question mark */
    record Parts(Optional<String> user, Optional<String> password, String hosts, String name, String parameters) {}

    /** @param rest from the two slashes on */
    static DatabaseAddress of(SqlEngine engine, String scheme, String rest) {
        return read(scheme, rest, parts -> of(engine, scheme, parts));
    }

    private static DatabaseAddress of(SqlEngine engine, String scheme, Parts parts) {
        if (engine == SqlEngine.MYSQL && parts.hosts().contains(",")) {
            return new Refused("an adapter of MySQL has one host; write one of them");
        }
        var refused = faultOfName(scheme, parts.name());
        if (refused.isPresent()) {
            return refused.get();
        }
        var address = new Usable(
                engine,
                "%s://%s/%s".formatted(scheme, parts.hosts(), parts.name()),
                parts.user(),
                parts.password(),
                List.of(),
                List.of(),
                List.of());
        return UrlOptions.added(address, parts.parameters());
    }

    static Optional<Refused> faultOfName(String scheme, String name) {
        if (NAME.matcher(name).matches() && !decoded(name).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Refused(
                        name.isEmpty()
                                ? "the address does not name a database; write %s://HOST/NAME".formatted(scheme)
                                : "the name of the database is invalid; percent-encode what is no letter, digit or one of . _ ~ $ + -"));
    }

    /** @param rest from the two slashes on @param made of the parts, where they are sound */
    static DatabaseAddress read(String scheme, String rest, Function<Parts, DatabaseAddress> made) {
        var url = URL.matcher(rest);
        if (!url.matches()) {
            return new Refused("the address is no URL; " + ENCODE + ", and write " + DatabaseAddress.FORM);
        }
        var hosts = url.group("hosts");
        if (hosts.isEmpty()) {
            return new Refused("the address has no host, and adapters connect by TCP alone; write %s://HOST/NAME"
                    .formatted(scheme));
        }
        if (!HOSTS.matcher(hosts).matches() || !portsAreValid(hosts)) {
            return new Refused("the host or port of the address is invalid; " + ENCODE);
        }
        var user = decoded(url.group("user"));
        var password = decoded(url.group("password"));
        if (user.isEmpty() || password.isEmpty()) {
            return new Refused("the user or password of the address is not percent-encoded text; " + ENCODE);
        }
        return made.apply(new Parts(
                given(user.get()),
                given(password.get()),
                hosts,
                Optional.ofNullable(url.group("name")).orElse(""),
                Optional.ofNullable(url.group("parameters")).orElse("")));
    }

    private static boolean portsAreValid(String hosts) {
        return PORT.matcher(hosts)
                .results()
                .mapToInt(port -> Integer.parseInt(port.group(1)))
                .allMatch(port -> port >= 1 && port <= HIGHEST_PORT);
    }

    /** @return empty where it cannot be written to a file of settings, or is not text */
    static Optional<String> decoded(String text) {
        try {
            var decoded = UrlEncoding.decoded(Optional.ofNullable(text).orElse(""));
            return Optional.of(decoded).filter(it -> it.codePoints().noneMatch(ServerUrl::isNoText));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static boolean isNoText(int character) {
        return Character.isISOControl(character) || character >= 0xFFFD && character <= 0xFFFF;
    }

    static Optional<String> given(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }
}
