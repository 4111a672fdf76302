package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.address.AllowedUrl.Origin;
import dev.hyperterse.calls.fetch.address.ForbiddenAddress;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * There is no connection, or no token to send with it, so the request was not sent; but one that the other side has
 * redirected may have been.
 */
public final class Unreachable extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Origin origin;
    private final boolean redirected;

    public Unreachable(Origin origin, IOException why) {
        this(origin, why, false);
    }

    private Unreachable(Origin origin, Throwable why, boolean redirected) {
        super(why);
        this.origin = origin;
        this.redirected = redirected;
    }

    /** The failure of a request that a redirect led to. */
    Unreachable afterRedirect() {
        return new Unreachable(origin, getCause(), true);
    }

    /** Whether the other side has got the request, and has redirected it. */
    public boolean wasSent() {
        return redirected;
    }

    /** The origin that cannot be reached; after a redirect not the one that was asked for. */
    Origin origin() {
        return origin;
    }

    /** There is no token to send a request with; the message names no host and no secret. */
    public static final class NoToken extends IOException {
        private static final long serialVersionUID = 1L;

        public NoToken(String why) {
            super(why);
        }
    }

    /** The reason, which names no host. */
    public String reason() {
        return reason("API", "http.addresses");
    }

    /**
     * The reason, which names no host.
     *
     * @param side what cannot be reached
     * @param addresses the field that admits its addresses
     */
    public String reason(String side, String addresses) {
        return causes().anyMatch(CertificateException.class::isInstance)
                ? "the certificate of the %s is not trusted, or is for another name".formatted(side)
                : causes().flatMap(cause -> known(cause, side, addresses))
                        .findFirst()
                        .orElseGet(() -> "nothing answers at the address of the " + side);
    }

    /** Whether the other side did not respond in time; a refusal is a response. */
    public boolean isSilence() {
        return causes().anyMatch(SocketTimeoutException.class::isInstance);
    }

    private static Stream<String> known(Throwable cause, String side, String addresses) {
        return switch (cause) {
            case NoToken none -> Stream.of(none.getMessage());
            case UnknownHostException _ -> Stream.of("the host of the %s cannot be resolved".formatted(side));
            case ForbiddenAddress _ ->
                Stream.of(("the host of the %s is at an address that is not public; %s: Private allows those of private"
                                + " networks")
                        .formatted(side, addresses));
            case SSLException _ -> Stream.of("the TLS handshake with the %s failed".formatted(side));
            case SocketTimeoutException _ -> Stream.of("the %s does not answer in time".formatted(side));
            default -> Stream.empty();
        };
    }

    private Stream<Throwable> causes() {
        return Stream.iterate(getCause(), Objects::nonNull, Throwable::getCause);
    }
}
