package dev.hyperterse.operator.registry;

import dev.hyperterse.http.admin.AdminAccess.Refusal;
import dev.hyperterse.http.admin.AdminListener;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** The port of the registry. It says to everybody the same, so pages of any origin may read it, as clients of registries do. */
public final class RegistryPort implements AutoCloseable {
    private static final Header JSON = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "application/json");
    private static final List<Header> READABLE = List.of(
            HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
            HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, "GET, OPTIONS"),
            HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, Content-Type"));

    private final AdminListener listener;

    private RegistryPort(AdminListener listener) {
        this.listener = listener;
    }

    public static RegistryPort open(InetSocketAddress address, ServerRegistry registry) {
        return new RegistryPort(AdminListener.start(
                address,
                HttpRouting.builder()
                        .options((_, response) ->
                                readable(response).status(Status.NO_CONTENT_204).send())
                        .get((request, response) -> answer(request, response, registry)),
                RegistryPort::refusal));
    }

    public int port() {
        return listener.port();
    }

    private static Optional<Refusal> refusal(RoutingRequest request) {
        return switch (request.prologue().method().text()) {
            case "GET", "OPTIONS" -> Optional.empty();
            default -> Optional.of(new Refusal(405, "the registry is only read"));
        };
    }

    private static void answer(ServerRequest request, ServerResponse response, ServerRegistry registry) {
        var query = request.query();
        var answer = registry.answer(
                request.prologue().uriPath().rawPath(),
                name -> query.first(name).asOptional().filter(text -> !text.isEmpty()));
        readable(response)
                .status(Status.create(answer.status()))
                .header(JSON)
                .send(answer.body().toString());
    }

    private static ServerResponse readable(ServerResponse response) {
        READABLE.forEach(response::header);
        return response;
    }

    @Override
    public void close() {
        listener.close();
    }
}
