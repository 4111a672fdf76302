package dev.hyperterse.operator.workload.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.EndpointPath;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.workload.apply.RouteProblems;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteRule;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.RouteParentStatusBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicRouteTest {
    private static final String EXPOSED = "{expose: {host: shop.example.com, ingress: {}}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload: {} |",
                "workload: {expose: {host: shop.example.com, ingress: {}}} | https://shop.example.com/mcp",
                "workload: {expose: {host: shop.example.com, scheme: Http, ingress: {}}} | http://shop.example.com/mcp",
                "auth: {resource: 'https://shop.example.com:8443/mcp'}, workload: {expose: {host: shop.example.com, ingress: {}}}"
                        + " | https://shop.example.com:8443/mcp",
                "http: {path: '/mcp/{tenant}'}, workload: {expose: {host: shop.example.com, ingress: {}}} | https://shop.example.com/mcp/{tenant}",
                "http: {path: '/mcp/{tenant}/{region}'}, auth: {resource: 'https://shop.example.com/a/'}, workload: {expose: {host: shop.example.com, ingress: {}}}"
                        + " | https://shop.example.com/a/{tenant}/{region}",
            })
    void theUrlForClientsIsTheIdentityOfTheServer(String spec, String url) {
        assertThat(url(server(spec)).orElse(null)).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload: {} |",
                "workload: EXPOSED |",
                "auth: {resource: 'https://SHOP.example.com/mcp'}, http: {allowedHosts: [Shop.example.com]}, workload: EXPOSED |",
                "http: {allowedHosts: ['*']}, workload: EXPOSED |",
                "auth: {resource: 'https://example.com/mcp'}, workload: EXPOSED | host-is-that-of-the-resource",
                "http: {allowedHosts: [example.com]}, workload: EXPOSED | host-is-allowed",
                "auth: {resource: 'https://shop.example.com/team-a/mcp'}, workload: EXPOSED | path-is-that-of-the-endpoint",
                "auth: {resource: 'https://shop.example.com'}, workload: EXPOSED | path-is-that-of-the-endpoint",
                "auth: {resource: 'https://shop.example.com/team-a/mcp'}, workload: {expose: {host: shop.example.com, httpRoute: {parentRefs: [{name: edge}]}}} |",
            })
    void anAddressThatDoesNotReachTheServerIsAProblem(String spec, String rule) {
        var broken = WorkloadRules.brokenExposure(server(spec.replace("EXPOSED", EXPOSED)));
        assertThat(broken).extracting(Problem::rule).isEqualTo(rule == null ? List.of() : List.of(rule));
        assertThat(broken).allMatch(PublicRoute::concerns);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/mcp | PathPrefix /mcp, PathPrefix /.well-known/oauth-protected-resource",
                "/team-a/mcp | PathPrefix /team-a/mcp > /mcp, PathPrefix /.well-known/oauth-protected-resource/team-a/mcp",
            })
    void anHttpRouteLeadsWhatIsUnderThePathOfAServerWithSegments(String path, String matches) {
        var server =
                server("http: {path: '/mcp/{tenant}'}, auth: {resource: 'https://shop.example.com%s'},".formatted(path)
                        + " workload: {expose: {host: shop.example.com, httpRoute: {parentRefs: [{name: edge}]}}}");

        var rules = ((HTTPRoute) object(server)).getSpec().getRules();
        assertThat(rules.stream().flatMap(PublicRouteTest::matches)).containsExactly(matches.split(", "));
    }

    @Test
    void anIngressLeadsWhatIsUnderThePathOfAServerWithSegments() {
        var ingress = (Ingress) object(server("http: {path: '/mcp/{tenant}'}, workload: " + EXPOSED));

        assertThat(ingress.getSpec().getRules().getFirst().getHttp().getPaths())
                .extracting(it -> it.getPathType() + " " + it.getPath())
                .containsExactly("Prefix /mcp", "Prefix /.well-known/oauth-protected-resource");
    }

    /** What is published stays in service, and clients reach it under the prefix. */
    @Test
    void aFaultyPathLeavesTheRouteOpenToTheSegmentsThatAreServed() {
        var server = server("http: {path: '/mcp/{tenant}/{tenant}'},"
                + " workload: {expose: {host: shop.example.com, httpRoute: {parentRefs: [{name: edge}]}}}");

        assertThat(((HTTPRoute) object(server)).getSpec().getRules().stream().flatMap(PublicRouteTest::matches))
                .contains("PathPrefix /mcp");
    }

    private static Optional<String> url(HyperterseServer server) {
        return PublicRoute.url(server, EndpointPath.behindPrefix(server.getSpec()));
    }

    private static HasMetadata object(HyperterseServer server) {
        return PublicRoute.of(server)
                .orElseThrow()
                .object(new ObjectMetaBuilder().withAnnotations(new HashMap<>()).build());
    }

    private static Stream<String> matches(HTTPRouteRule rule) {
        var rewritten = rule.getFilters().stream()
                .map(it -> " > " + it.getUrlRewrite().getPath().getReplacePrefixMatch())
                .collect(Collectors.joining());
        return rule.getMatches().stream()
                .map(it -> it.getPath().getType() + " " + it.getPath().getValue() + rewritten);
    }

    /** All of them pass the pattern of the schema. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://[",
                "https://%",
                "https://shop.example.com/%zz",
                "https://shop.example.com/{mcp}",
                "https://shop.example.com:port/mcp",
                "https://shop.example.com:99999999999/mcp",
                "https://user@shop.example.com/mcp",
                "https:///mcp",
                "http://:80",
                "https://shop_example_com^/mcp",
                "https://shop.example.com/\\mcp",
            })
    void aResourceThatIsNoUrlIsAProblemWithAName(String resource) {
        var server = server("auth: {resource: '%s'}, workload: %s".formatted(resource, EXPOSED));

        assertThat(WorkloadRules.brokenExposure(server))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.rule()).isEqualTo("host-is-that-of-the-resource");
                    assertThat(problem.describe()).contains(resource);
                })
                .matches(PublicRoute::concerns);
        assertThat(url(server)).isPresent();
    }

    @Test
    void anAnswerOfAGatewayCountsForTheRouteThatItHasSeen() {
        assertThat(RouteProblems.answerIsDue(route(2, 1, "False"))).isTrue();
        assertThat(RouteProblems.refusal(route(2, 1, "False"))).isEmpty();
        assertThat(RouteProblems.answerIsDue(route(2, 2, "True"))).isFalse();
        assertThat(RouteProblems.refusal(route(2, 2, "True"))).isEmpty();
        assertThat(RouteProblems.refusal(route(2, 2, "False"))).hasValueSatisfying(problem -> {
            assertThat(problem.reason()).isEqualTo(Reason.RouteNotAccepted);
            assertThat(problem.describe()).contains("NotAllowedByListeners no listener", "HTTPRoute shop");
        });
    }

    private static HTTPRoute route(long generation, long observed, String status) {
        return new HTTPRouteBuilder()
                .withNewMetadata()
                .withName("shop")
                .withGeneration(generation)
                .endMetadata()
                .withNewStatus()
                .withParents(new RouteParentStatusBuilder()
                        .withConditions(new ConditionBuilder()
                                .withType("Accepted")
                                .withStatus(status)
                                .withReason("NotAllowedByListeners")
                                .withMessage("no\nlistener")
                                .withObservedGeneration(observed)
                                .build())
                        .build())
                .endStatus()
                .build();
    }

    private static HyperterseServer server(String spec) {
        return ApiSerialization.create().unmarshal("""
                metadata: {namespace: gateways, name: shop, uid: 11111111-2222-3333-4444-555555555555}
                spec: {%s}
                """.formatted(spec), HyperterseServer.class);
    }
}
