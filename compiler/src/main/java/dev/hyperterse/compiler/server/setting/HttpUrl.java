package dev.hyperterse.compiler.server.setting;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** An http or https URL with a host. */
public final class HttpUrl {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    private HttpUrl() {}

    public static Optional<URI> parse(String text) {
        try {
            var url = new URI(text);
            var scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
            return (scheme.equals("https") || scheme.equals("http"))
                            && url.getHost() != null
                            && url.getRawUserInfo() == null
                    ? Optional.of(url)
                    : Optional.empty();
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    /** Whether what is read there cannot be replaced on its way. */
    public static boolean isProtected(URI url) {
        return url.getScheme().equalsIgnoreCase("https")
                || LOOPBACK.matcher(url.getHost().toLowerCase(Locale.ROOT)).matches();
    }
}
