package dev.hyperterse.compiler.platform;

import dev.hyperterse.compiler.admission.ObjectAdmission;
import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.Cause;
import dev.hyperterse.compiler.admission.violation.Violation;
import dev.hyperterse.compiler.resolve.grant.Grantees;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.compiler.yaml.YamlSettings;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.shared.LabelRequirement;
import dev.hyperterse.crds.v1alpha1.shared.NamespaceSelector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads fragments, and refuses all of them where one is not what a server's spec can be. */
record FragmentReader(Schema schema) {
    /** The status of a server names them. */
    private static final int MOST = 16;

    private static final Set<String> MEMBERS = Set.of("name", "namespaceSelector", "defaults", "overrides");
    private static final Set<String> OF_A_SELECTOR = Set.of("matchLabels", "matchExpressions");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    List<Fragment> read(String yaml) {
        var fragments = new ArrayList<Fragment>();
        var names = new HashSet<String>();
        for (var item : list(yaml)) {
            var fragment = fragment(item, "fragment " + (fragments.size() + 1));
            if (!names.add(fragment.name())) {
                throw new InvalidFragments("two fragments are named %s; rename one".formatted(fragment.name()));
            }
            fragments.add(fragment);
        }
        if (fragments.size() > MOST) {
            throw new InvalidFragments(
                    "there are %d fragments, and at most %d; join some".formatted(fragments.size(), MOST));
        }
        return List.copyOf(fragments);
    }

    private static List<?> list(String yaml) {
        try {
            return switch (new Load(YamlSettings.of(yaml).build()).loadFromString(yaml)) {
                // A file that was cut short would take all overrides away.
                case null -> throw new InvalidFragments("there is no list of fragments; write [] for none");
                case List<?> list -> list;
                default -> throw new InvalidFragments("the fragments are not a list; write - name: and so on");
            };
        } catch (YamlEngineException broken) {
            throw new InvalidFragments("the fragments are not YAML: " + broken.getMessage());
        }
    }

    private Fragment fragment(Object item, String place) {
        var members = object(item, place);
        if (!(members.get("name") instanceof String name) || !NAME.matcher(name).matches()) {
            throw new InvalidFragments(
                    "%s has no name of lower case letters, digits and '-', of at most 63 characters".formatted(place));
        }
        var named = "fragment " + name;
        only(MEMBERS, members, named);
        if (members.get("namespaceSelector") == null) {
            throw new InvalidFragments(
                    named + " has no namespaceSelector; write {} to select the servers of all namespaces");
        }
        return new Fragment(
                name,
                selector(members.get("namespaceSelector"), named + ", namespaceSelector"),
                spec("defaults", members, named),
                spec("overrides", members, named));
    }

    private Grantees.Selector selector(Object value, String place) {
        var members = object(value, place);
        only(OF_A_SELECTOR, members, place);
        withoutNull(members, place);
        refuse(ObjectAdmission.structure(selectors(), Platform.tree(members)), place);
        var selector = ApiSerialization.mapper().convertValue(members, NamespaceSelector.class);
        for (var requirement : selector.matchExpressions()) {
            if (comparesValues(requirement) == requirement.values().isEmpty()) {
                throw new InvalidFragments(
                        "%s, matchExpressions, %s: values are needed for In and NotIn, and not allowed for Exists and DoesNotExist"
                                .formatted(place, requirement.key()));
            }
        }
        return Grants.selector(selector);
    }

    private static boolean comparesValues(LabelRequirement requirement) {
        return requirement.operator() == LabelRequirement.Operator.In
                || requirement.operator() == LabelRequirement.Operator.NotIn;
    }

    /** The schema of the selectors by which servers grant. */
    private Schema selectors() {
        return Stream.of("spec", "attachments", "namespaces", "selector")
                .reduce(schema, (around, member) -> around.fields().of(member).orElseThrow(), (_, last) -> last);
    }

    private static void refuse(List<Violation> violations, String place) {
        violations.stream().findFirst().ifPresent(it -> {
            throw new InvalidFragments("%s: %s".formatted(place, it.asProblem().describe()));
        });
    }

    private Map<String, Object> spec(String member, Map<String, Object> members, String fragment) {
        if (!members.containsKey(member)) {
            return Map.of();
        }
        var place = fragment + ", " + member;
        withoutNull(members.get(member), place);
        var spec = object(members.get(member), place);
        refuse(
                ObjectAdmission.structure(schema, Platform.tree(Map.of("spec", spec))).stream()
                        // The rest of an object may be the server's.
                        .filter(it -> it.cause() != Cause.REQUIRED)
                        .toList(),
                place);
        readable(spec, place);
        return spec;
    }

    /** Types of Kubernetes are narrower than their schemas. */
    private static void readable(Map<String, Object> spec, String place) {
        try {
            Platform.spec(spec);
        } catch (IllegalArgumentException unlike) {
            throw new InvalidFragments("%s is no part of a spec: %s"
                    .formatted(
                            place,
                            unlike.getCause().getMessage().lines().findFirst().orElse("")));
        }
    }

    private static void withoutNull(Object value, String place) {
        switch (value) {
            case null -> throw new InvalidFragments(place + " is null; leave it out, or give it a value");
            case Map<?, ?> map -> map.forEach((name, inner) -> withoutNull(inner, place + "." + name));
            case List<?> list -> list.forEach(inner -> withoutNull(inner, place));
            default -> {}
        }
    }

    private static void only(Set<String> known, Map<String, Object> members, String place) {
        members.keySet().stream().filter(it -> !known.contains(it)).findFirst().ifPresent(it -> {
            throw new InvalidFragments("%s has the unknown member %s; it can have %s"
                    .formatted(
                            place, it, String.join(", ", known.stream().sorted().toList())));
        });
    }

    @SuppressWarnings("unchecked") // checked one by one
    private static Map<String, Object> object(Object value, String place) {
        if (value instanceof Map<?, ?> map && map.keySet().stream().allMatch(String.class::isInstance)) {
            return (Map<String, Object>) map;
        }
        throw new InvalidFragments(place + " is not an object");
    }
}
