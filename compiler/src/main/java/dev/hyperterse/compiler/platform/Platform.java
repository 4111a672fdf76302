package dev.hyperterse.compiler.platform;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hyperterse.compiler.admission.ObjectAdmission;
import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.Violation;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.PlatformPart;
import dev.hyperterse.compiler.resolve.grant.Namespaces;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.auth.AuthPlugin;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The fragments of the platform. The spec that counts is: the defaults in their order, over them what the server says, over
 * that the overrides in their order ({@link SpecMerge}). A merged spec is judged by the schema and the rules of the CRD, as
 * the API server judged the spec that was written.
 */
public final class Platform {
    /** Every namespace has it, and it needs no right to be known. */
    public static final String NAME_LABEL = "kubernetes.io/metadata.name";

    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
    private static final ObjectMapper OBJECTS = ApiSerialization.mapper();

    /** Types of Kubernetes take no long where they mean an integer, and schemas are checked with longs. */
    private static final ObjectMapper TREES =
            ApiSerialization.mapper().copy().enable(DeserializationFeature.USE_LONG_FOR_INTS);

    private final List<Fragment> fragments;
    private final Schema schema;
    private final ObjectAdmission admission;

    private Platform(List<Fragment> fragments, Schema schema) {
        this.fragments = fragments;
        this.schema = schema;
        this.admission = new ObjectAdmission();
    }

    /** Empty where the list is. Throws {@link InvalidFragments}. @param yaml a list of fragments */
    public static Optional<Platform> of(String yaml) {
        var schema = CustomResourceSchemas.committed().of("HyperterseServer");
        var fragments = new FragmentReader(schema).read(yaml);
        return fragments.isEmpty() ? Optional.empty() : Optional.of(new Platform(fragments, schema));
    }

    /** The fragments that select namespaces by a label that has to be read, and not by their name alone. */
    public List<String> selectingByLabel() {
        return fragments.stream()
                .filter(fragment -> fragment.namespaces().requirements().stream()
                        .anyMatch(it -> !it.label().equals(NAME_LABEL)))
                .map(Fragment::name)
                .toList();
    }

    /** The names of those that are merged with the servers of a namespace. @param labels of the namespace */
    public List<String> selected(String namespace, Map<String, String> labels) {
        return names(selecting(namespace, labels));
    }

    /** @param labels of the namespace of the server */
    public EffectiveServer effective(HyperterseServer server, Map<String, String> labels) {
        var selected = selecting(server.getMetadata().getNamespace(), labels);
        return selected.isEmpty() ? EffectiveServer.asWritten(server) : guarded(server, selected);
    }

    /** A spec that breaks the merge is a fault of its server: others are read on the same path. */
    private EffectiveServer guarded(HyperterseServer server, List<Fragment> selected) {
        try {
            return merged(server, selected);
        } catch (RuntimeException | StackOverflowError broken) {
            var unmerged = Reason.InvalidServer.problem(
                    "spec",
                    "platform-defaults",
                    "it cannot be merged with the platform's defaults and overrides (%s): %s"
                            .formatted(
                                    String.join(", ", names(selected)),
                                    broken.getClass().getSimpleName()),
                    "nest it less deeply");
            return new EffectiveServer(server, new PlatformPart(names(selected), List.of(unmerged), plugins(server)));
        }
    }

    private static List<String> names(List<Fragment> fragments) {
        return fragments.stream().map(Fragment::name).toList();
    }

    private List<Fragment> selecting(String namespace, Map<String, String> labels) {
        var known = new LinkedHashMap<>(labels);
        known.put(NAME_LABEL, namespace);
        var namespaces = new Namespaces(Map.of(namespace, known));
        return fragments.stream()
                .filter(it -> it.namespaces().admits(namespace, namespace, namespaces))
                .toList();
    }

    private EffectiveServer merged(HyperterseServer server, List<Fragment> selected) {
        var written = server.getSpec() == null ? Map.<String, Object>of() : TREES.convertValue(server.getSpec(), TREE);
        var spec = Map.<String, Object>of();
        for (var fragment : selected) {
            spec = SpecMerge.of(spec, fragment.defaults());
        }
        spec = SpecMerge.of(spec, written);
        for (var fragment : selected) {
            spec = SpecMerge.of(spec, fragment.overrides());
        }
        var effective = new HyperterseServer();
        effective.setMetadata(server.getMetadata());
        effective.setStatus(server.getStatus());
        effective.setSpec(spec(spec));
        return new EffectiveServer(
                effective,
                new PlatformPart(names(selected), faults(server, written, spec, selected), plugins(server, effective)));
    }

    private static List<AuthPlugin> plugins(HyperterseServer... servers) {
        return Arrays.stream(servers)
                .flatMap(it -> Optional.ofNullable(it.getSpec()).flatMap(HyperterseServerSpec::auth).stream())
                .flatMap(it -> it.plugins().stream())
                .toList();
    }

    /** The same with one kind of integers, whether they are from YAML or from an object. */
    static Map<String, Object> tree(Map<String, Object> read) {
        return TREES.convertValue(read, TREE);
    }

    static HyperterseServerSpec spec(Map<String, Object> tree) {
        try {
            return OBJECTS.readValue(OBJECTS.writeValueAsBytes(tree), HyperterseServerSpec.class);
        } catch (IOException unlike) {
            throw new IllegalArgumentException(unlike);
        }
    }

    /** The objections of an API server to the merged spec, without those that it has to the one that was written. */
    private List<Problem> faults(
            HyperterseServer server, Map<String, Object> written, Map<String, Object> merged, List<Fragment> selected) {
        var violations = violations(server, merged);
        if (violations.isEmpty()) {
            return List.of();
        }
        var before = new HashSet<>(violations(server, written));
        return violations.stream()
                .filter(it -> !before.contains(it))
                .map(it -> fault(it, selected))
                .distinct()
                .toList();
    }

    private List<Violation> violations(HyperterseServer server, Map<String, Object> spec) {
        var metadata = Map.<String, Object>of(
                "name", Objects.requireNonNullElse(server.getMetadata().getName(), ""));
        return admission
                .check(schema, tree(Map.of("metadata", metadata, "spec", spec)))
                .violations();
    }

    private static Problem fault(Violation violation, List<Fragment> selected) {
        var problem = violation.asProblem();
        var segments = FieldPath.segments(problem.path());
        var member = segments.size() > 1 ? segments.get(1) : "";
        var names = selected.stream()
                .filter(it -> it.concerns(member))
                .map(Fragment::name)
                .collect(Collectors.joining(", "));
        return Reason.InvalidServer.problem(
                problem.path(),
                "platform-defaults",
                "from the platform's defaults and overrides (%s): %s".formatted(names, problem.message()),
                "change the spec of the server, or ask the platform team to change the fragments");
    }
}
