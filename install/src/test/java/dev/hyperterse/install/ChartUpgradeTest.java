package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
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
    @TempDir
    private Path directory;

    /** {@code helm upgrade --reuse-values} has the defaults of the chart before, which knows no value that came later. */
    @ParameterizedTest
    @MethodSource("keys")
    void aValueThatTheChartBeforeDidNotHaveMayBeMissing(Chart chart, String values, String key) throws IOException {
        var given = (ObjectNode) yaml(ChartTest.CASES.resolve(values));
        var parts = key.split("\\.");
        var parent = parts.length == 1 ? given : given.withObjectProperty(parts[0]);
        parent.putNull(parts[parts.length - 1]);
        assertThat(Chart.objects(chart.rendered("hyperterse-system", written(given))))
                .hasSizeGreaterThan(4)
                .allSatisfy(ChartUpgradeTest::assertNothingIsLeftOpen);
    }

    static Stream<Object[]> keys() throws IOException {
        return Stream.concat(
                keys(Chart.OPERATOR, "operator-default-values.yaml", "operator-everything-values.yaml"),
                keys(Chart.CRDS, "crds-policies-values.yaml"));
    }

    private static Stream<Object[]> keys(Chart chart, String... cases) throws IOException {
        var keys = new ArrayList<String>();
        yaml(chart.directory().resolve("values.yaml")).forEachEntry((name, value) -> {
            keys.add(name);
            value.fieldNames().forEachRemaining(nested -> keys.add(name + "." + nested));
        });
        assertThat(keys).hasSizeGreaterThan(5);
        return Stream.of(cases).flatMap(values -> keys.stream().map(key -> new Object[] {chart, values, key}));
    }

    private static void assertNothingIsLeftOpen(HasMetadata object) {
        assertThat(Serialization.asYaml(object))
                .doesNotContain("<nil>", "RUNBOOKS")
                .doesNotContainPattern("=\\W+NAMESPACE");
    }

    /** What a binding refers to cannot change: an upgrade from one scope to another would end half way. */
    @Test
    void aBindingOfOneNameRefersToOneRoleWhateverTheValues() throws IOException {
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
