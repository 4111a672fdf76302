package dev.hyperterse.runtime.auth.proof;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** Normalizes URLs, so that equal ones have equal texts (RFC 3986); without query and fragment. */
final class ComparableUrl {
    private ComparableUrl() {}

    static Optional<String> of(String text) {
        try {
            var url = new URI(text).normalize();
            if (url.getScheme() == null || url.getHost() == null || url.getRawUserInfo() != null) {
                return Optional.empty();
            }
            var scheme = url.getScheme().toLowerCase(Locale.ROOT);
            var path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
            return Optional.of(
                    scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + port(scheme, url.getPort()) + path);
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static String port(String scheme, int port) {
        var usual = scheme.equals("https") ? 443 : 80;
        return port < 0 || port == usual ? "" : ":" + port;
    }
}
