package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleRef;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an upgrade meets: values of an older chart, another scope than before, and a chart that lost its files on the way. */
class ChartUpgradeTest {
    private static final List<String> LIMITS = List.of("resources", "limits");

    @TempDir
    private Path directory;

    /** Below these every key is an entry of the user, and null takes it away. */
    private static final Set<String> ENTRIES = Set.of("resources", "dashboard.labels");

    /**
     * A missing value is its default, and what protects stays: {@code --set NAME=null} takes one away, and with {@code helm upgrade
     * --reuse-values} the chart before knows none that came later.
     */
    @ParameterizedTest
    @MethodSource("keys")
    void aMissingValueIsItsDefault(Chart chart, String values, String key) throws IOException {
        var given = yaml(ChartTest.CASES.resolve(values));
        var parts = List.of(key.split("\\."));
        var standard =
                parts.stream().reduce(yaml(chart.directory().resolve("values.yaml")), JsonNode::get, (one, _) -> one);
        var expected = outcome(chart, with(given, parts, standard));
        var rendered = outcome(chart, with(given, parts, NullNode.getInstance()));
        assertThat(rendered).isEqualTo(expected).doesNotContain("<nil>", "RUNBOOKS", "SERVERS");
        assertThat(rendered).doesNotContainPattern("=\\W+NAMESPACE");
    }

    static Stream<Object[]> keys() throws IOException {
        return Stream.of(
                        keys(Chart.OPERATOR, "operator-default", "operator-everything", "operator-namespaces"),
                        keys(Chart.CRDS, "crds-policies"),
                        keys(Chart.SERVER, "server-small", "server-exposed"))
                .flatMap(keys -> keys);
    }

    private static Stream<Object[]> keys(Chart chart, String... cases) throws IOException {
        var keys = new ArrayList<String>();
        collect("", yaml(chart.directory().resolve("values.yaml")), keys);
        assertThat(keys).hasSizeGreaterThan(5);
        return Stream.of(cases)
                .flatMap(values -> keys.stream().map(key -> new Object[] {chart, values + "-values.yaml", key}));
    }

    private static void collect(String prefix, JsonNode defaults, List<String> keys) {
        defaults.forEachEntry((name, value) -> {
            keys.add(prefix + name);
            if (!ENTRIES.contains(prefix + name)) {
                collect(prefix + name + ".", value, keys);
            }
        });
    }

    private static JsonNode with(JsonNode values, List<String> path, JsonNode value) {
        var changed = (ObjectNode) values.deepCopy();
        var parent = changed;
        for (var name : path.subList(0, path.size() - 1)) {
            parent = parent.withObjectProperty(name);
        }
        parent.set(path.getLast(), value);
        return changed;
    }

    /** What Helm renders, or the sentence by which it refuses: a default can contradict what else is given. */
    private String outcome(Chart chart, JsonNode values) throws IOException {
        try {
            return chart.rendered("hyperterse-system", written(values));
        } catch (RuntimeException refused) {
            return refused.getMessage();
        }
    }

    @Test
    void nullTakesAnEntryOfTheUserAway() throws IOException {
        var limits =
                with(yaml(ChartTest.CASES.resolve("operator-default-values.yaml")), LIMITS, NullNode.getInstance());
        assertThat(Chart.OPERATOR.rendered("hyperterse-system", written(limits)))
                .contains("memory: 256Mi")
                .doesNotContain("memory: 512Mi");
    }

    /** What a binding refers to cannot change: an upgrade from one scope to another would end half way. */
    @Test
    void bindingOfANameRefersToOneRoleForAllValues() throws IOException {
        var roles = new HashMap<String, Set<RoleRef>>();
        for (var name : ChartTest.operatorCases()) {
            var rendered = Chart.OPERATOR.rendered("hyperterse-system", ChartTest.CASES.resolve(name + "-values.yaml"));
            Chart.objects(rendered)
                    .forEach(object -> collect(object, object.getMetadata().getNamespace(), roles));
        }
        var manifest = Files.readString(InstallManifest.GATEWAY_NAMESPACE);
        collect(Serialization.unmarshal(manifest, RoleBinding.class), "tenant-a", roles);
        assertThat(roles).hasSizeGreaterThan(5).allSatisfy((binding, referred) -> assertThat(referred)
                .as(binding)
                .hasSize(1));
    }

    private static void collect(HasMetadata object, String namespace, Map<String, Set<RoleRef>> roles) {
        var referred =
                switch (object) {
                    case RoleBinding binding -> binding.getRoleRef();
                    case ClusterRoleBinding binding -> binding.getRoleRef();
                    default -> null;
                };
        if (referred != null) {
            var name = object.getKind() + " " + namespace + "/"
                    + object.getMetadata().getName();
            roles.computeIfAbsent(name, ignored -> new HashSet<>()).add(referred);
        }
    }

    /** Flux leaves symbolic links out of what it takes from Git, and an empty chart would delete the kinds. */
    @Test
    void aChartThatLostItsDefinitionsIsRefused() throws IOException {
        for (var file : List.of("Chart.yaml", "values.yaml", "values.schema.json", "templates/definitions.yaml")) {
            var copy = directory.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(Chart.CRDS.directory().resolve(file), copy);
        }
        assertThatThrownBy(() -> Chart.rendered(
                        directory, "crds", "default", ChartTest.CASES.resolve("operator-default-values.yaml")))
                .hasMessageContaining("has no CustomResourceDefinitions");
    }

    private Path written(JsonNode values) throws IOException {
        return Files.writeString(directory.resolve("values.yaml"), Serialization.asYaml(values));
    }

    private static JsonNode yaml(Path file) throws IOException {
        return Serialization.unmarshal(Files.readString(file), JsonNode.class);
    }
}
