package dev.hyperterse.runtime.http.request;

import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.http.admin.LoopbackName;
import java.util.Optional;

/**
 * Which web pages and host names may reach the endpoint. Browsers send requests on behalf of any page; a page whose
 * name resolves to this machine (DNS rebinding) shows in {@code Host}, any other in {@code Origin}.
 *
 * @param loopbackOnly for a server on a developer's machine: {@code *} then means pages of this machine
 */
public record RequestOrigin(boolean loopbackOnly) {
    private static final String ANY = "*";

    /** Whether requests from that origin are admitted; a request without an origin is not from a web page. */
    public boolean admitsOrigin(Http settings, Optional<String> origin) {
        return origin.isEmpty()
                || anyOrigin(settings)
                || listed(settings, origin.get())
                || loopback(settings, origin.get());
    }

    /** The value of {@code Access-Control-Allow-Origin}. */
    public Optional<String> allowedOrigin(Http settings, Optional<String> origin) {
        if (anyOrigin(settings)) {
            return Optional.of(ANY);
        }
        return origin.filter(page -> admitsOrigin(settings, Optional.of(page)));
    }

    /**
     * Whether the page was read from this very port: the console of a developer's machine, which may call whatever
     * origins the server is written for.
     */
    public boolean isOwnPage(Optional<String> origin, Optional<String> host) {
        return loopbackOnly
                && origin.filter(LoopbackName::isOrigin)
                        .filter(page -> host.filter(name -> page.equals("http://" + name))
                                .isPresent())
                        .isPresent();
    }

    /**
     * Whether the {@code Host} header is admitted.
     *
     * @param loopbackSocket whether the request came over the loopback interface
     */
    public boolean admitsHost(Http settings, Optional<String> host, boolean loopbackSocket) {
        var name = host.map(LoopbackName::withoutPort).orElse("");
        for (var allowed : settings.allowedHosts()) {
            if (allowed.equals(ANY) || allowed.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return loopbackSocket
                ? LoopbackName.isHost(name)
                : settings.allowedHosts().isEmpty();
    }

    private boolean anyOrigin(Http settings) {
        return settings.allowedOrigins().contains(ANY) && !loopbackOnly;
    }

    private static boolean listed(Http settings, String origin) {
        return settings.allowedOrigins().stream().anyMatch(allowed -> allowed.equalsIgnoreCase(origin));
    }

    private boolean loopback(Http settings, String origin) {
        boolean allowed =
                settings.allowedOrigins().isEmpty() || settings.allowedOrigins().contains(ANY) && loopbackOnly;
        return allowed && LoopbackName.isOrigin(origin);
    }
}
