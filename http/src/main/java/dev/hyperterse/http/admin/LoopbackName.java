package dev.hyperterse.http.admin;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names of the machine itself. Any other name may be that of a page which resolves it to this machine (DNS rebinding). */
public final class LoopbackName {
    private static final List<String> NAMES = List.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern ADDRESS = Pattern.compile("127(\\.\\d{1,3}){3}");

    private LoopbackName() {}

    /** Whether the host of a {@code Host} header without its port is one. */
    public static boolean isHost(String host) {
        return NAMES.contains(host.toLowerCase(Locale.ROOT))
                || ADDRESS.matcher(host).matches();
    }

    /** Whether an {@code Origin} header names a page of this machine. */
    public static boolean isOrigin(String origin) {
        try {
            return Optional.ofNullable(new URI(origin).getHost())
                    .filter(LoopbackName::isHost)
                    .isPresent();
        } catch (URISyntaxException notAnOrigin) {
            return false;
        }
    }

    /** The host of a {@code Host} header. */
    public static String withoutPort(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
    }
}
