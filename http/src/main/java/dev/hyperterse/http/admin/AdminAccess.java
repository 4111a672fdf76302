package dev.hyperterse.http.admin;

import java.util.Optional;

/**
 * Which requests the admin port answers. It has no authentication, so a web page must not reach it through the browser
 * of a user with access: neither from another origin, nor by a name that resolves to this machine.
 */
public final class AdminAccess {
    private AdminAccess() {}

    /** Why a request is refused, and with which status. */
    public record Refusal(int status, String reason) {}

    /**
     * Empty when the request is allowed.
     *
     * @param host the {@code Host} header
     * @param origin the {@code Origin} header, which pages send and probes do not
     * @param overLoopback whether it arrived over loopback; a pod is asked by its own address, which may be any
     */
    public static Optional<Refusal> refusal(
            String method, Optional<String> host, Optional<String> origin, boolean overLoopback) {
        if (!method.equals("GET")) {
            return Optional.of(new Refusal(405, "only GET is answered here"));
        }
        if (overLoopback
                && !host.map(LoopbackName::withoutPort)
                        .filter(LoopbackName::isHost)
                        .isPresent()) {
            return Optional.of(new Refusal(403, "this host name is not served here"));
        }
        return origin.filter(page -> !LoopbackName.isOrigin(page))
                .map(page -> new Refusal(403, "pages of this origin may not ask"));
    }
}
