package dev.hyperterse.runtime.auth.proof;

import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.fetch.address.AllowedUrl.Origin;
import java.net.URI;
import java.net.URISyntaxException;
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
            return Optional.of(Origin.of(url) + AllowedUrl.path(url));
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }
}
