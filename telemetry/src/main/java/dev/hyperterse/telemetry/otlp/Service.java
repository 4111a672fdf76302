package dev.hyperterse.telemetry.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Optional;

/**
 * Who sends.
 *
 * @param namespace of Kubernetes
 * @param instance one of several processes of the service
 */
public record Service(String name, String namespace, Optional<String> version, String instance) {
    public Resource resource() {
        var attributes = Attributes.builder()
                .put("service.name", name)
                .put("service.namespace", namespace)
                .put("service.instance.id", instance);
        version.ifPresent(it -> attributes.put("service.version", it));
        return Resource.getDefault().merge(Resource.create(attributes.build()));
    }
}
