package dev.hyperterse.calls.fetch.address;

import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.values.ValueKey;
import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A URL below which a script may fetch.
 *
 * @param prefix an http or https URL; all URLs below its path are allowed
 * @param addresses the allowed addresses of its host
 * @param ca the authorities to trust, as PEM; without it those of the platform
 */
public record AllowedUrl(URI prefix, Addresses addresses, Optional<String> ca) {
    /**
     * Servers disagree on what these mean: encoded slashes, encoded control characters, at which some cut the path, and
     * dot segments, also with the parameters of a segment, which servers of Java remove before they resolve
     * {@code ..;a=b}. A proxy may decode the path before the server does, so that each may be encoded repeatedly.
     */
    private static final Pattern AMBIGUOUS = Pattern.compile(
            "(?i)E(2f|5c|[01][0-9a-f]|7f)|(^|/)(\\.|E2e){1,2}((;|E3b)[^/]*)?(/|$)".replace("E", "%(25)*"));

    private static final String LOCALHOST = "localhost";

    /**
     * The allowed URL of a grant.
     *
     * @param value the value of a key; if the authority has no value, no certificate is trusted
     */
    public static AllowedUrl of(FetchGrant grant, Function<ValueKey, Optional<String>> value) {
        return new AllowedUrl(
                URI.create(grant.url()), grant.addresses(), grant.ca().map(key -> value.apply(key)
                        .orElse("")));
    }

    /** Whether servers may disagree on the segments of an encoded path. */
    public static boolean isAmbiguous(String path) {
        return (path.indexOf('%') >= 0 || path.indexOf('.') >= 0)
                && AMBIGUOUS.matcher(path).find();
    }

    public boolean allows(URI url) {
        try {
            return Origin.of(url).equals(origin()) && isBelow(path(sent(prefix)), path(sent(url)));
        } catch (IllegalArgumentException inAscii) {
            // It has characters that stand for others which no URL has, such as a backtick.
            return false;
        }
    }

    public Origin origin() {
        return Origin.of(prefix);
    }

    /** Whether the host may resolve to that address. An address literal in the URL is always allowed. */
    boolean admits(InetAddress address) {
        return switch (AddressClass.of(address)) {
            case PUBLIC -> true;
            case PRIVATE -> addresses == Addresses.Private || isNamed(address);
            case SPECIAL -> isNamed(address);
        };
    }

    private boolean isNamed(InetAddress address) {
        var host = origin().host();
        return literal(host).map(address::equals).orElse(host.equals(LOCALHOST) && address.isLoopbackAddress());
    }

    static Optional<InetAddress> literal(String host) {
        try {
            return Optional.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException name) {
            return Optional.empty();
        }
    }

    private static boolean isBelow(String allowed, String path) {
        return !isAmbiguous(path)
                && path.startsWith(allowed)
                && (allowed.endsWith("/") || path.length() == allowed.length() || path.charAt(allowed.length()) == '/');
    }

    /** The encoded path of a URL as it is sent. */
    public static String path(URI sent) {
        return sent.getRawPath().isEmpty() ? "/" : sent.getRawPath();
    }

    /**
     * A URL as it is sent: in ASCII. Only this form can be checked, because it has other characters, such as a semicolon in
     * place of the Greek question mark.
     */
    public static URI sent(URI url) {
        var text = url.toASCIIString();
        return text.equals(url.toString()) ? url : URI.create(text);
    }

    /** Scheme, host and port. */
    public record Origin(String scheme, String host, int port) {
        private static final int HTTP = 80;
        private static final int HTTPS = 443;

        public static Origin of(URI url) {
            var scheme = url.getScheme().toLowerCase(Locale.ROOT);
            var host = url.getHost().toLowerCase(Locale.ROOT);
            var usual = scheme.equals("https") ? HTTPS : HTTP;
            return new Origin(
                    scheme,
                    host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                    url.getPort() < 0 ? usual : url.getPort());
        }

        public boolean isSecure() {
            return scheme.equals("https");
        }

        /** Host and port as in URLs and the Host header. */
        public String authority() {
            var name = host.indexOf(':') < 0 ? host : "[" + host + "]";
            return port == (isSecure() ? HTTPS : HTTP) ? name : name + ":" + port;
        }

        /** The text in messages. */
        @Override
        public String toString() {
            return scheme + "://" + authority();
        }
    }
}
