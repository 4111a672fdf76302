package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.address.AllowedUrl.Origin;
import dev.hyperterse.calls.fetch.address.ForbiddenAddress;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Interprets the exceptions of the client, which wrap each other. */
final class Failures {
    private Failures() {}

    /** The message for the caller: without addresses, and without text of the other side. */
    static String what(Throwable failure, Origin origin) {
        return known(failure, failure instanceof Unreachable unreachable ? unreachable.origin() : origin)
                .orElseGet(() -> "the response of %s is broken or not complete".formatted(origin));
    }

    private static Optional<String> known(Throwable failure, Origin origin) {
        return causes(failure)
                .flatMap(cause -> switch (cause) {
                    case SSLException _ ->
                        Stream.of("the certificate of %s is not trusted, or is not for that name".formatted(origin));
                    case UnknownHostException _ -> Stream.of("the name of %s cannot be resolved".formatted(origin));
                    case ForbiddenAddress _ ->
                        Stream.of("%s is at an address that scripts may not fetch".formatted(origin));
                    case ConnectException _ -> Stream.of("nothing answers at " + origin);
                    case SocketTimeoutException _ -> Stream.of(origin + " does not answer in time");
                    default -> Stream.empty();
                })
                .findFirst();
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }
}
