package dev.hyperterse.cli.init;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The database of the tools of a new directory. */
public sealed interface StarterDatabase {
    /** In memory, with tables to try it on. */
    record Sqlite() implements StarterDatabase {}

    /** The user's own. @param engine of the adapter @param url without credentials */
    record Existing(String engine, String url, Optional<String> username, Optional<String> password)
            implements StarterDatabase {
        private static final String HOST = "(?:\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?";

        /** Only the user info may hold a password: nothing else of a URL takes an @, nor other parameters. */
        private static final Pattern URL = Pattern.compile("(?<scheme>(?i:postgres(?:ql)?|mysql|mariadb))://"
                + "(?:(?<user>[^:@/?#\\s]*)(?::(?<password>[^@/?#\\s]*))?@)?"
                + "(?<hosts>%s(?:,%s)*)/(?<name>[\\p{L}\\p{N}%%._~$+-]+)".formatted(HOST, HOST)
                + "(?<tls>\\?(?i:ssl[_-]?mode)=[A-Za-z_-]+)?");

        private static final Pattern PORT = Pattern.compile(":([0-9]+)(?=,|$)");
        private static final int HIGHEST_PORT = 65_535;

        /** A password has no place in what is printed. */
        @Override
        public String toString() {
            return "%s %s".formatted(engine, url);
        }

        private static Optional<Existing> parse(String text) {
            var url = URL.matcher(text);
            if (!url.matches()) {
                return Optional.empty();
            }
            var scheme = url.group("scheme").toLowerCase(Locale.ROOT);
            var engine = scheme.startsWith("postgres") ? "Postgres" : "Mysql";
            var hosts = url.group("hosts");
            var name = url.group("name");
            if (!canBe(engine, hosts) || decoded(name).isEmpty()) {
                return Optional.empty();
            }
            var tls = Optional.ofNullable(url.group("tls")).orElse("");
            var address = "%s://%s/%s%s".formatted(scheme, hosts, name, tls);
            return decoded(url.group("user")).flatMap(user -> decoded(url.group("password"))
                    .map(password -> new Existing(engine, address, given(user), given(password))));
        }

        private static boolean canBe(String engine, String hosts) {
            var severalHosts = hosts.contains(",");
            return (engine.equals("Postgres") || !severalHosts)
                    && PORT.matcher(hosts)
                            .results()
                            .mapToInt(port -> Integer.parseInt(port.group(1)))
                            .allMatch(port -> port >= 1 && port <= HIGHEST_PORT);
        }

        /** @return empty where it cannot be written to a file of settings, or is not text */
        private static Optional<String> decoded(String text) {
            try {
                // A plus sign is one: this is no form.
                var decoded = URLDecoder.decode(
                        Optional.ofNullable(text).orElse("").replace("+", "%2B"), StandardCharsets.UTF_8);
                return Optional.of(decoded).filter(it -> it.codePoints().noneMatch(Existing::isNoText));
            } catch (IllegalArgumentException malformed) {
                return Optional.empty();
            }
        }

        private static boolean isNoText(int character) {
            return Character.isISOControl(character) || character >= 0xFFFD && character <= 0xFFFF;
        }

        private static Optional<String> given(String text) {
            return Optional.of(text).filter(it -> !it.isEmpty());
        }
    }

    /** @return empty where the text is no URL of a database that a starter can be written for */
    static Optional<Existing> parse(String text) {
        return Existing.parse(text);
    }
}
