package dev.hyperterse.runtime.page;

import dev.hyperterse.http.admin.LoopbackName;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * Sends {@link LocalPages} to browsers of this machine. They need no credentials, so neither a page of another origin
 * nor a host name that resolves to this machine (DNS rebinding) may reach them, whatever the server's settings allow.
 */
public final class LocalPageService {
    /** No inline script or style, nothing from elsewhere, in no frame; texts of a server cannot become markup. */
    private static final List<Header> PROTECTION = List.of(
            HeaderValues.createCached(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                            + " require-trusted-types-for 'script'; trusted-types 'none'"),
            HeaderValues.createCached("X-Content-Type-Options", "nosniff"),
            HeaderValues.createCached("Cross-Origin-Opener-Policy", "same-origin"),
            HeaderValues.createCached("Cross-Origin-Resource-Policy", "same-origin"),
            HeaderValues.createCached("Referrer-Policy", "no-referrer"),
            HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "no-store"));

    private static final Header ALLOWED = HeaderValues.createCached(HeaderNames.ALLOW, "GET, HEAD");

    private final LocalPages pages;

    public LocalPageService(LocalPages pages) {
        this.pages = pages;
    }

    public boolean has(String path) {
        return pages.has(path);
    }

    /** Answers a request for a path that {@link #has} knows. */
    public void handle(String path, ServerRequest request, ServerResponse response) {
        var method = request.prologue().method();
        if (!isOfThisMachine(request)) {
            refuse(response, Status.FORBIDDEN_403);
        } else if (method.equals(Method.GET)) {
            response.send(headed(page(path, request), response).bytes());
        } else if (method.equals(Method.HEAD)) {
            response.headers()
                    .contentLength(headed(page(path, request), response).bytes().length);
            response.send();
        } else {
            refuse(response.header(ALLOWED), Status.METHOD_NOT_ALLOWED_405);
        }
    }

    private LocalPages.Page page(String path, ServerRequest request) {
        return pages.page(path, name -> request.query().first(name).asOptional());
    }

    private static LocalPages.Page headed(LocalPages.Page page, ServerResponse response) {
        PROTECTION.forEach(response::header);
        response.header(HeaderNames.CONTENT_TYPE, page.mediaType());
        return page;
    }

    /** The body of a refused request is not read, so the connection ends with the response. */
    private static void refuse(ServerResponse response, Status status) {
        response.status(status).header(HeaderValues.CONNECTION_CLOSE).send();
    }

    /** Whether a request comes from a program or a page of this machine. */
    public static boolean isOfThisMachine(ServerRequest request) {
        return request.localPeer().address() instanceof InetSocketAddress socket
                && socket.getAddress().isLoopbackAddress()
                && Optional.ofNullable(request.authority())
                        .map(LoopbackName::withoutPort)
                        .filter(LoopbackName::isHost)
                        .isPresent()
                && request.headers()
                        .first(HeaderNames.ORIGIN)
                        .filter(origin -> !LoopbackName.isOrigin(origin))
                        .isEmpty();
    }
}
