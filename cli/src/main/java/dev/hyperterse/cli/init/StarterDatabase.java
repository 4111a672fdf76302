package dev.hyperterse.cli.init;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Where the tools of a new directory read from. */
public sealed interface StarterDatabase {
    /** In memory, with tables to try it on. */
    record Sqlite() implements StarterDatabase {}

    /** The user's own. @param kind member of the adapter @param url without credentials */
    record Existing(String kind, String url, Optional<String> username, Optional<String> password)
            implements StarterDatabase {
        /** A password has no place in what is printed. */
        @Override
        public String toString() {
            return "%s %s".formatted(kind, url);
        }
    }

    /** @return empty where the text is no URL of a database that a starter can be written for */
    static Optional<Existing> parse(String text) {
        try {
            var url = new URI(text);
            if (url.getScheme() == null
                    || url.getHost() == null
                    || url.getRawPath().length() < 2) {
                return Optional.empty();
            }
            return kind(url.getScheme()).map(kind -> existing(kind, url));
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<String> kind(String scheme) {
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "postgres", "postgresql" -> Optional.of("postgres");
            case "mysql", "mariadb" -> Optional.of("mysql");
            default -> Optional.empty();
        };
    }

    private static Existing existing(String kind, URI url) {
        var credentials = Optional.ofNullable(url.getRawUserInfo()).orElse("").split(":", 2);
        var authority = url.getRawAuthority();
        var query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return new Existing(
                kind,
                "%s://%s%s%s"
                        .formatted(
                                url.getScheme().toLowerCase(Locale.ROOT),
                                authority.substring(authority.lastIndexOf('@') + 1),
                                url.getRawPath(),
                                query),
                decoded(credentials[0]),
                credentials.length == 2 ? decoded(credentials[1]) : Optional.empty());
    }

    private static Optional<String> decoded(String text) {
        // A plus sign is one: this is no form.
        var decoded = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        return decoded.isEmpty() ? Optional.empty() : Optional.of(decoded);
    }
}
