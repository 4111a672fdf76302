package dev.hyperterse.operator.workload.manifest;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.auth.Auth;
import dev.hyperterse.crds.v1alpha1.server.Http;
import dev.hyperterse.crds.v1alpha1.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules of a server's workload that its schema cannot express. */
public final class WorkloadRules {
    static final String HOST = "spec.workload.expose.host";
    static final String INGRESS = "spec.workload.expose.ingress";

    private WorkloadRules() {}

    /**
     * With an image or service account of its own a server would run code of its own: only where the installation allows it.
     */
    public static List<Problem> brokenOverrides(Workload workload, RuntimeImage image) {
        return image.overridable()
                ? List.of()
                : Stream.of(
                                override("image", workload.image(), image.image()),
                                override("serviceAccountName", workload.serviceAccountName(), "one of its own"))
                        .flatMap(Optional::stream)
                        .toList();
    }

    private static Optional<Problem> override(String field, Optional<String> given, String instead) {
        return given.map(_ -> Reason.NotAllowedOverride.problem(
                "spec.workload." + field,
                "override-is-allowed",
                "this installation does not let servers choose it; the pods have " + instead,
                "remove the field, or have the installation allow overrides"));
    }

    /** A server under a host that its other settings do not know would refuse the clients sent to it. */
    public static List<Problem> brokenExposure(HyperterseServer server) {
        return PublicRoute.of(server)
                .map(route -> Stream.of(
                                notTheResource(server, route.host()),
                                notAllowed(server, route.host()),
                                notRewritten(route))
                        .flatMap(Optional::stream)
                        .toList())
                .orElse(List.of());
    }

    private static Optional<Problem> notTheResource(HyperterseServer server, String host) {
        return server.getSpec()
                .auth()
                .flatMap(Auth::resource)
                .filter(resource -> HttpUrl.parse(resource)
                        .filter(url -> host.equalsIgnoreCase(url.getHost()))
                        .isEmpty())
                .map(resource -> Reason.InvalidWorkload.problem(
                        HOST,
                        "host-is-that-of-the-resource",
                        "'%s' is not the host of spec.auth.resource, '%s', for which clients get their tokens"
                                .formatted(host, resource),
                        "make them the same host"));
    }

    /** How an Ingress changes a path is up to each controller. */
    private static Optional<Problem> notRewritten(PublicRoute route) {
        return route.kind() == RouteKind.HttpRoute || route.path().equals(PublicRoute.ENDPOINT)
                ? Optional.empty()
                : Optional.of(Reason.InvalidWorkload.problem(
                        INGRESS,
                        "path-is-that-of-the-endpoint",
                        "the path of spec.auth.resource is '%s', and an Ingress leads to '%s' only"
                                .formatted(route.path(), PublicRoute.ENDPOINT),
                        "use httpRoute, which changes the path; or give spec.auth.resource the path %s"
                                .formatted(PublicRoute.ENDPOINT)));
    }

    private static Optional<Problem> notAllowed(HyperterseServer server, String host) {
        return server.getSpec()
                .http()
                .map(Http::allowedHosts)
                .filter(allowed -> !allowed.isEmpty()
                        && allowed.stream().noneMatch(it -> it.equals("*") || it.equalsIgnoreCase(host)))
                .map(_ -> Reason.InvalidWorkload.problem(
                        HOST,
                        "host-is-allowed",
                        "'%s' is not in spec.http.allowedHosts, so that its requests would be refused".formatted(host),
                        "add it there"));
    }
}
