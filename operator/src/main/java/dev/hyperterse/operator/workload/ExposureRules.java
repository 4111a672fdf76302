package dev.hyperterse.operator.workload;

import dev.hyperterse.crds.v1alpha1.Auth;
import dev.hyperterse.crds.v1alpha1.Http;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the host of an exposed server has to agree with; a server under another host would refuse the clients sent to it. */
final class ExposureRules {
    static final String FIELD = "spec.workload.expose.host";

    private ExposureRules() {}

    static List<Problem> broken(HyperterseServer server) {
        return PublicRoute.of(server)
                .map(PublicRoute::host)
                .map(host -> Stream.of(notTheResource(server, host), notAllowed(server, host))
                        .flatMap(Optional::stream)
                        .toList())
                .orElse(List.of());
    }

    private static Optional<Problem> notTheResource(HyperterseServer server, String host) {
        return server.getSpec()
                .auth()
                .flatMap(Auth::resource)
                .filter(resource -> !host.equalsIgnoreCase(URI.create(resource).getHost()))
                .map(resource -> Problem.of(
                        Reason.InvalidWorkload,
                        FIELD,
                        "host-is-that-of-the-resource",
                        "'%s' is not the host of spec.auth.resource, '%s', for which clients get their tokens"
                                .formatted(host, resource),
                        "make them the same host"));
    }

    private static Optional<Problem> notAllowed(HyperterseServer server, String host) {
        return server.getSpec()
                .http()
                .map(Http::allowedHosts)
                .filter(allowed -> !allowed.isEmpty()
                        && allowed.stream().noneMatch(it -> it.equals("*") || it.equalsIgnoreCase(host)))
                .map(_ -> Problem.of(
                        Reason.InvalidWorkload,
                        FIELD,
                        "host-is-allowed",
                        "'%s' is not in spec.http.allowedHosts, so that its requests would be refused".formatted(host),
                        "add it there"));
    }
}
