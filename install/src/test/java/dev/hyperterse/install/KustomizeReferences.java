package dev.hyperterse.install;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every field of the CRDs that names another object, as Kustomize's nameReference wants it. */
final class KustomizeReferences {
    static final Path FILE = Path.of("kustomize", "references.yaml");

    private static final String GROUP = "hyperterse.dev";

    /** Fields that name an object, and where in them its name is. */
    private static final Map<String, Reference> REFERENCES = Map.of(
            "configMapKeyRef", new Reference(Target.CONFIG_MAP, "/name"),
            "secretKeyRef", new Reference(Target.SECRET, "/name"),
            "secretRef", new Reference(Target.SECRET, "/name"),
            // Name and namespace: Kustomize reads and writes both where a path ends at the object.
            "serverRefs", new Reference(Target.SERVER, ""),
            "parentRefs", new Reference(Target.GATEWAY, ""),
            "serviceAccountName", new Reference(Target.SERVICE_ACCOUNT, ""),
            "tlsSecretName", new Reference(Target.SECRET, ""),
            "className", new Reference(Target.INGRESS_CLASS, ""));

    /** What the template of pods names, whose members no schema of ours lists. */
    private static final Map<String, Target> IN_POD_TEMPLATE = Map.of(
            "imagePullSecrets/name", Target.SECRET,
            "volumes/secret/secretName", Target.SECRET,
            "volumes/configMap/name", Target.CONFIG_MAP,
            "volumes/persistentVolumeClaim/claimName", Target.VOLUME_CLAIM,
            "priorityClassName", Target.PRIORITY_CLASS);

    /** Names of other things. */
    private static final Set<String> NOT_OF_OBJECTS =
            Set.of("applicationName", "clientSecret", "fileName", "sectionName", "toolName", "toolNames");

    private static final Pattern SOUNDS_LIKE_A_REFERENCE = Pattern.compile(".*(Refs?|Names?|Secrets?|Class)");

    /** Kubernetes' own objects that name a server, or the Service that every server has, under the server's name. */
    private static final List<String> OF_OTHER_KINDS = List.of(
            "{group: autoscaling, kind: HorizontalPodAutoscaler, path: spec/scaleTargetRef/name}",
            "{group: gateway.networking.k8s.io, kind: HTTPRoute, path: spec/rules/backendRefs/name}",
            "{group: networking.k8s.io, kind: Ingress, path: spec/defaultBackend/service/name}",
            "{group: networking.k8s.io, kind: Ingress, path: spec/rules/http/paths/backend/service/name}");

    private KustomizeReferences() {}

    private enum Target {
        CONFIG_MAP("kind: ConfigMap", "version: v1"),
        SECRET("kind: Secret", "version: v1"),
        SERVER("kind: HyperterseServer", "group: " + GROUP),
        SERVICE_ACCOUNT("kind: ServiceAccount", "version: v1"),
        VOLUME_CLAIM("kind: PersistentVolumeClaim", "version: v1"),
        PRIORITY_CLASS("kind: PriorityClass", "group: scheduling.k8s.io"),
        GATEWAY("kind: Gateway", "group: gateway.networking.k8s.io"),
        INGRESS_CLASS("kind: IngressClass", "group: networking.k8s.io");

        private final List<String> lines;

        Target(String... lines) {
            this.lines = List.of(lines);
        }
    }

    private record Reference(Target target, String below) {}

    /** A field below {@code spec}; elements of lists are at the path of their list, as Kustomize has it. */
    private record Field(String kind, String path, JSONSchemaProps schema) {
        String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        Stream<Field> andBelow() {
            var properties = Optional.ofNullable(schema.getProperties()).orElse(Map.of()).entrySet().stream()
                    .map(it -> new Field(kind, path + "/" + it.getKey(), it.getValue()));
            var elements = Stream.ofNullable(schema.getItems()).map(it -> new Field(kind, path, it.getSchema()));
            return Stream.concat(
                    Stream.of(this),
                    Stream.concat(properties.flatMap(Field::andBelow), elements.flatMap(Field::andBelow)));
        }
    }

    static String generated() throws IOException {
        var places = new EnumMap<Target, List<String>>(Target.class);
        for (var field : fields()) {
            Optional.ofNullable(REFERENCES.get(field.name())).ifPresent(it -> places.computeIfAbsent(
                            it.target(), _ -> new ArrayList<>())
                    .add("{group: %s, kind: %s, path: %s%s}".formatted(GROUP, field.kind(), field.path(), it.below())));
        }
        IN_POD_TEMPLATE.forEach((path, target) -> places.computeIfAbsent(target, _ -> new ArrayList<>())
                .add("{group: %s, kind: HyperterseServer, path: spec/workload/podTemplate/spec/%s}"
                        .formatted(GROUP, path)));
        places.get(Target.SERVER).addAll(OF_OTHER_KINDS);
        return "# Generated from the CRDs. Rewrite it with:\n#   " + InstallManifest.UPDATE + "\nnameReference:\n"
                + places.entrySet().stream()
                        .map(it -> entry(it.getKey(), it.getValue()))
                        .collect(Collectors.joining());
    }

    /** Fields that look like references, and of which nothing is said here. */
    static List<String> undecided() throws IOException {
        return fields().stream()
                .filter(it -> SOUNDS_LIKE_A_REFERENCE.matcher(it.name()).matches() || hasTheShapeOfOne(it))
                .filter(it -> !REFERENCES.containsKey(it.name()) && !NOT_OF_OBJECTS.contains(it.name()))
                .map(it -> it.kind() + " " + it.path())
                .toList();
    }

    private static boolean hasTheShapeOfOne(Field field) {
        var properties = Optional.ofNullable(field.schema().getProperties()).orElse(Map.of());
        return properties.containsKey("name")
                && Set.of("name", "key", "namespace", "optional").containsAll(properties.keySet());
    }

    private static List<Field> fields() throws IOException {
        return InstallManifest.objects().stream()
                .filter(CustomResourceDefinition.class::isInstance)
                .map(CustomResourceDefinition.class::cast)
                .flatMap(definition -> definition.getSpec().getVersions().stream()
                        .map(version -> version.getSchema().getOpenAPIV3Schema())
                        .map(schema -> schema.getProperties().get("spec"))
                        .map(spec -> new Field(definition.getSpec().getNames().getKind(), "spec", spec)))
                .flatMap(Field::andBelow)
                .distinct()
                .toList();
    }

    private static String entry(Target target, List<String> places) {
        var head = String.join("\n    ", target.lines);
        var list = places.stream()
                .distinct()
                .sorted()
                .map("      - %s\n"::formatted)
                .collect(Collectors.joining());
        return "  - " + head + "\n    fieldSpecs:\n" + list;
    }
}
