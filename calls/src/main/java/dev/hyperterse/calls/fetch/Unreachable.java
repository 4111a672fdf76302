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

/** There is no connection, so the request was not sent; but one that the other side has redirected may have been. */
public final class Unreachable extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Origin origin;
    private final boolean redirected;

    Unreachable(Origin origin, IOException why) {
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

    /** The reason, which names no host. */
    public String reason() {
        return causes().anyMatch(CertificateException.class::isInstance)
                ? "the certificate of the API is not trusted, or is for another name"
                : causes().flatMap(Unreachable::known).findFirst().orElse("nothing answers at the address of the API");
    }

    /** Whether the other side did not respond in time; a refusal is a response. */
    public boolean isSilence() {
        return causes().anyMatch(SocketTimeoutException.class::isInstance);
    }

    private static Stream<String> known(Throwable cause) {
        return switch (cause) {
            case UnknownHostException _ -> Stream.of("the host of the API cannot be resolved");
            case ForbiddenAddress _ ->
                Stream.of("the host of the API is at an address that is not public; http.addresses: Private allows"
                        + " those of private networks");
            case SSLException _ -> Stream.of("the TLS handshake with the API failed");
            case SocketTimeoutException _ -> Stream.of("the API does not answer in time");
            default -> Stream.empty();
        };
    }

    private Stream<Throwable> causes() {
        return Stream.iterate(getCause(), Objects::nonNull, Throwable::getCause);
    }
}
