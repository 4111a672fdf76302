package dev.hyperterse.crds.v1alpha1.workload;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How clients outside the cluster reach a server. */
@ValidationRule(
        value = "has(self.httpRoute) != has(self.ingress)",
        message = "exactly one of httpRoute and ingress must be set")
public record WorkloadExposure(
        @JsonPropertyDescription("Name of the host that clients use, that of auth.resource where this is set.")
        @Required
        @Size(min = 1, max = Bounds.OBJECT_NAME)
        @Pattern(Formats.OBJECT_NAME)
        String host,

        @JsonPropertyDescription(
                "Https (default) or Http: of the URL in the status, where auth.resource does not say it.")
        Optional<Scheme> scheme,

        @JsonPropertyDescription("Annotations of the HTTPRoute or Ingress.") @Size(max = 32)
        Map<String, @Size(max = Bounds.ANNOTATION) String> annotations,

        @JsonPropertyDescription("Through a Gateway of the Gateway API.")
        Optional<HttpRouteSettings> httpRoute,

        @JsonPropertyDescription("Through an Ingress.") Optional<IngressSettings> ingress) {
    /** How the URL for clients begins. */
    public enum Scheme {
        Https,
        Http,
        Unrecognized
    }

    /** The HTTPRoute in front of the Service. */
    public record HttpRouteSettings(
            @JsonPropertyDescription("Gateways that take the route up.") @Required @AtomicList @Size(min = 1, max = 8)
            List<GatewayRef> parentRefs,

            @JsonPropertyDescription(
                    "Longest time of one request, 0s for none; only for gateways that support it. Default:"
                            + " what the gateway has, which may cut event streams.")
            @Size(max = Bounds.DURATION)
            @Pattern(Formats.GATEWAY_DURATION)
            Optional<String> requestTimeout) {}

    /** A Gateway, or one of its listeners. */
    public record GatewayRef(
            @JsonPropertyDescription("Name of the Gateway.")
            @Required
            @Size(min = 1, max = Bounds.OBJECT_NAME)
            @Pattern(Formats.OBJECT_NAME)
            String name,

            @JsonPropertyDescription("Its namespace. Default: that of the server.")
            @Size(min = 1, max = Bounds.LABEL)
            @Pattern(Formats.LABEL)
            Optional<String> namespace,

            @JsonPropertyDescription("Its listener. Default: every one that admits the host.")
            @Size(min = 1, max = Bounds.OBJECT_NAME)
            @Pattern(Formats.OBJECT_NAME)
            Optional<String> sectionName) {}

    /** The Ingress in front of the Service. */
    public record IngressSettings(
            @JsonPropertyDescription("IngressClass. Default: that of the cluster.")
            @Size(min = 1, max = Bounds.OBJECT_NAME)
            @Pattern(Formats.OBJECT_NAME)
            Optional<String> className,

            @JsonPropertyDescription(
                    "Secret with the certificate of the host. Default: that of the ingress controller.")
            @Size(min = 1, max = Bounds.OBJECT_NAME)
            @Pattern(Formats.OBJECT_NAME)
            Optional<String> tlsSecretName) {}
}
