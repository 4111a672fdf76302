package dev.hyperterse.operator.workload.apply;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.operator.workload.state.ChildKey;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.RouteParentStatus;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Problems of the HTTPRoute or Ingress in front of a Service, in addition to those of any object. */
public final class RouteProblems {
    private RouteProblems() {}

    /** The problem of a kind that the cluster lacks. */
    static Optional<Problem> missing(HasMetadata object) {
        return object instanceof HTTPRoute
                ? Optional.of(Reason.GatewayApiNotFound.problem(
                        ChildKey.of(object).describe(),
                        "gateway-api-is-installed",
                        "the cluster has no HTTPRoute, version v1 of the Gateway API",
                        "install the CRDs of the Gateway API, or use spec.workload.expose.ingress"))
                : Optional.empty();
    }

    /** Most installations do not let the operator write these. */
    static Optional<String> remedyOfForbidden(HasMetadata object) {
        return switch (object) {
            case HTTPRoute _ ->
                Optional.of("install the chart with exposure.httpRoutes=true, or grant the right by hand");
            case Ingress _ -> Optional.of("install the chart with exposure.ingresses=true, or grant the right by hand");
            default -> Optional.empty();
        };
    }

    /** Whether a gateway has not reported on this generation of the route yet. An Ingress has no such report. */
    public static boolean answerIsDue(HasMetadata object) {
        return object instanceof HTTPRoute route && conditions(route).findAny().isEmpty();
    }

    public static Optional<Problem> refusal(HasMetadata object) {
        return object instanceof HTTPRoute route
                ? conditions(route)
                        .filter(it -> "False".equals(it.getStatus()))
                        .findFirst()
                        .map(it -> refused(route, it))
                : Optional.empty();
    }

    private static Problem refused(HTTPRoute route, Condition condition) {
        return Reason.RouteNotAccepted.problem(
                ChildKey.of(route).describe(),
                "gateway-accepts",
                "the gateway does not accept it: %s %s"
                        .formatted(condition.getReason(), Objects.requireNonNullElse(condition.getMessage(), ""))
                        .strip()
                        .replaceAll("\\s+", " "),
                "see that spec.workload.expose.httpRoute.parentRefs names a Gateway, and that its listener admits the host and"
                        + " routes of this namespace");
    }

    /** Accepted and ResolvedRefs of the newest generation, of every gateway. */
    private static Stream<Condition> conditions(HTTPRoute route) {
        var parents = route.getStatus() == null
                ? List.<RouteParentStatus>of()
                : Objects.requireNonNullElse(route.getStatus().getParents(), List.<RouteParentStatus>of());
        return parents.stream()
                .flatMap(parent -> parent.getConditions().stream())
                .filter(it -> "Accepted".equals(it.getType()) || "ResolvedRefs".equals(it.getType()))
                .filter(it -> Objects.equals(
                        it.getObservedGeneration(), route.getMetadata().getGeneration()));
    }
}
