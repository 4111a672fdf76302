package dev.hyperterse.playground.node.volume;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The environment of a container: what its spec says, and what any container finds. */
public record ContainerEnvironment(ReferredObjects objects, DownwardFields fields, Volumes volumes, ApiAddress api) {
    public Map<String, String> of(Container container) throws CannotStart {
        if (!container.getEnvFrom().isEmpty()) {
            throw new CannotStart(CannotStart.CONFIGURATION, "the playground's node has no envFrom");
        }
        var environment = new TreeMap<String, String>();
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.put("HOSTNAME", fields.value("metadata.name"));
        environment.put("KUBERNETES_SERVICE_HOST", api.host());
        environment.put("KUBERNETES_SERVICE_PORT", Integer.toString(api.port()));
        for (var variable : container.getEnv()) {
            var value = value(variable);
            if (value.isPresent()) {
                var text = value.get();
                environment.put(
                        variable.getName(),
                        volumes.real(container, text).map(Path::toString).orElse(text));
            }
        }
        return environment;
    }

    /** Nothing where an optional reference leads nowhere. */
    private Optional<String> value(EnvVar variable) throws CannotStart {
        var source = variable.getValueFrom();
        if (source == null) {
            return Optional.of(variable.getValue() == null ? "" : variable.getValue());
        }
        if (source.getFieldRef() != null) {
            return Optional.of(fields.value(source.getFieldRef().getFieldPath()));
        }
        if (source.getConfigMapKeyRef() != null) {
            var key = source.getConfigMapKeyRef();
            var object = "configmap \"" + key.getName() + "\"";
            return entry(object, objects.configMap(key.getName()), key.getKey(), key.getOptional());
        }
        if (source.getSecretKeyRef() != null) {
            var key = source.getSecretKeyRef();
            var object = "secret \"" + key.getName() + "\"";
            return entry(object, objects.secret(key.getName()), key.getKey(), key.getOptional());
        }
        throw new CannotStart(
                CannotStart.CONFIGURATION,
                "env " + variable.getName() + ": the playground's node has values from fieldRef, configMapKeyRef and"
                        + " secretKeyRef only");
    }

    private static Optional<String> entry(
            String object, Optional<Map<String, byte[]>> found, String key, Boolean optional) throws CannotStart {
        var value = found.map(content -> content.get(key));
        if (value.isEmpty() && !Boolean.TRUE.equals(optional)) {
            throw new CannotStart(
                    CannotStart.CONFIGURATION,
                    found.isEmpty() ? object + " not found" : "couldn't find key " + key + " in " + object);
        }
        return value.map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
