package dev.hyperterse.operator.workload.manifest;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.server.setting.EndpointPath;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.auth.Auth;
import dev.hyperterse.crds.v1alpha1.workload.Workload;
import dev.hyperterse.crds.v1alpha1.workload.WorkloadExposure;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPPathMatch;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPPathModifier;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteMatch;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteMatchBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteRule;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteRuleBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteTimeoutsBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.ParentReference;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.ParentReferenceBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.HTTPIngressPath;
import io.fabric8.kubernetes.api.model.networking.v1.HTTPIngressPathBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.IngressTLSBuilder;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The object that leads clients from outside the cluster to the Service of a server, and the URL that they use. */
public final class PublicRoute {
    /** Where pods serve; anything else of the port but metadata stays inside the cluster. */
    static final String ENDPOINT = EndpointPath.PREFIX;

    private static final String DISCOVERY = "/.well-known/oauth-protected-resource";

    private final WorkloadNames names;
    private final Workload workload;
    private final WorkloadExposure exposure;
    private final String path;
    private final boolean hasPathsBehind;

    private PublicRoute(
            WorkloadNames names, Workload workload, WorkloadExposure exposure, String path, boolean hasPathsBehind) {
        this.names = names;
        this.workload = workload;
        this.exposure = exposure;
        this.path = path;
        this.hasPathsBehind = hasPathsBehind;
    }

    static Optional<PublicRoute> of(HyperterseServer server) {
        return server.getSpec().workload().flatMap(workload -> workload.expose()
                .map(exposure -> new PublicRoute(
                        WorkloadNames.of(server),
                        workload,
                        exposure,
                        path(server),
                        EndpointPath.hasSegments(server.getSpec())
                                || !server.getSpec().toolsets().isEmpty())));
    }

    /** That of its identity, which clients ask for. One that is no URL is a problem, and no route is made for it. */
    private static String path(HyperterseServer server) {
        return server.getSpec()
                .auth()
                .flatMap(Auth::resource)
                .flatMap(HttpUrl::parse)
                .map(URI::getRawPath)
                .map(path -> path.isEmpty() ? "/" : path)
                .orElse(ENDPOINT);
    }

    /**
     * Empty for a server that is not exposed; the identity of the server where its author gave it one. Segments of its path
     * are shown by their names.
     *
     * @param segments of the path that is served, as {@link EndpointPath#template} writes them
     */
    public static Optional<String> url(HyperterseServer server, String segments) {
        return of(server)
                .map(route -> server.getSpec().auth().flatMap(Auth::resource).orElseGet(route::url))
                .map(url -> withSegments(url, segments));
    }

    private static String withSegments(String url, String segments) {
        return !segments.isEmpty() && url.endsWith("/")
                ? url.substring(0, url.length() - 1) + segments
                : url + segments;
    }

    /** Whether the problem keeps clients from reaching the server by that URL. */
    public static boolean concerns(Problem problem) {
        return problem.path().equals(WorkloadRules.HOST)
                || problem.path().equals(WorkloadRules.INGRESS)
                || Stream.of("HTTPRoute ", "Ingress ").anyMatch(problem.path()::startsWith);
    }

    private String url() {
        var scheme =
                exposure.scheme().filter(WorkloadExposure.Scheme.Http::equals).isPresent() ? "http" : "https";
        return scheme + "://" + exposure.host() + ENDPOINT;
    }

    String host() {
        return exposure.host();
    }

    /** The path that clients ask for. */
    String path() {
        return path;
    }

    RouteKind kind() {
        return exposure.httpRoute().isPresent() ? RouteKind.HttpRoute : RouteKind.Ingress;
    }

    HasMetadata object(ObjectMeta metadata) {
        metadata.getAnnotations().putAll(exposure.annotations());
        return exposure.httpRoute()
                .<HasMetadata>map(settings -> httpRoute(metadata, settings))
                .orElseGet(() -> ingress(metadata));
    }

    private HasMetadata httpRoute(ObjectMeta metadata, WorkloadExposure.HttpRouteSettings settings) {
        return new HTTPRouteBuilder()
                .withMetadata(metadata)
                .withNewSpec()
                .withParentRefs(
                        settings.parentRefs().stream().map(PublicRoute::parent).toList())
                .withHostnames(exposure.host())
                .withRules(
                        path.equals(ENDPOINT)
                                ? List.of(asItIs(settings))
                                : List.of(rewritten(settings), metadata(settings)))
                .endSpec()
                .build();
    }

    private HTTPRouteRule asItIs(WorkloadExposure.HttpRouteSettings settings) {
        return rule(settings)
                .withMatches(List.of(match(type(), ENDPOINT), match("PathPrefix", DISCOVERY)))
                .build();
    }

    private HTTPRouteRule rewritten(WorkloadExposure.HttpRouteSettings settings) {
        return rule(settings)
                .withMatches(List.of(match(type(), path)))
                .addNewFilter()
                .withType("URLRewrite")
                .withNewUrlRewrite()
                .withPath(
                        hasPathsBehind
                                ? new HTTPPathModifier(null, ENDPOINT, "ReplacePrefixMatch")
                                : new HTTPPathModifier(ENDPOINT, null, "ReplaceFullPath"))
                .endUrlRewrite()
                .endFilter()
                .build();
    }

    /** Replicas refuse other paths behind it than those with all segments. */
    private String type() {
        return hasPathsBehind ? "PathPrefix" : "Exact";
    }

    /** Of this path alone: other servers have theirs under the same host. */
    private HTTPRouteRule metadata(WorkloadExposure.HttpRouteSettings settings) {
        return rule(settings)
                .withMatches(List.of(match(type(), path.equals("/") ? DISCOVERY : DISCOVERY + path)))
                .build();
    }

    private HTTPRouteRuleBuilder rule(WorkloadExposure.HttpRouteSettings settings) {
        return new HTTPRouteRuleBuilder()
                .withTimeouts(settings.requestTimeout()
                        .map(time ->
                                new HTTPRouteTimeoutsBuilder().withRequest(time).build())
                        .orElse(null))
                .addNewBackendRef()
                .withName(names.service())
                .withPort(ServiceAddress.port(workload))
                .endBackendRef();
    }

    private static HTTPRouteMatch match(String type, String path) {
        return new HTTPRouteMatchBuilder()
                .withPath(new HTTPPathMatch(type, path))
                .build();
    }

    private static ParentReference parent(WorkloadExposure.GatewayRef gateway) {
        return new ParentReferenceBuilder()
                .withName(gateway.name())
                .withNamespace(gateway.namespace().orElse(null))
                .withSectionName(gateway.sectionName().orElse(null))
                .build();
    }

    private HasMetadata ingress(ObjectMeta metadata) {
        var settings = exposure.ingress();
        return new IngressBuilder()
                .withMetadata(metadata)
                .withNewSpec()
                .withIngressClassName(settings.flatMap(WorkloadExposure.IngressSettings::className)
                        .orElse(null))
                .withTls(settings.flatMap(WorkloadExposure.IngressSettings::tlsSecretName).stream()
                        .map(secret -> new IngressTLSBuilder()
                                .withHosts(exposure.host())
                                .withSecretName(secret)
                                .build())
                        .toList())
                .addNewRule()
                .withHost(exposure.host())
                .withNewHttp()
                .withPaths(List.of(path(hasPathsBehind ? "Prefix" : "Exact", ENDPOINT), path("Prefix", DISCOVERY)))
                .endHttp()
                .endRule()
                .endSpec()
                .build();
    }

    private HTTPIngressPath path(String type, String path) {
        return new HTTPIngressPathBuilder()
                .withPathType(type)
                .withPath(path)
                .withNewBackend()
                .withNewService()
                .withName(names.service())
                .withNewPort(null, ServiceAddress.port(workload))
                .endService()
                .endBackend()
                .build();
    }
}
