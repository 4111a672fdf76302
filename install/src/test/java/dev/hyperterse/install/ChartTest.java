package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the charts make of values, and which values they refuse. {@code -Dinstall.update=true} rewrites the output. */
class ChartTest {
    static final Path CASES = Path.of("src", "test", "resources", "charts");
    static final Path POLICIES = CASES.resolve("crds-policies-values.yaml");

    @ParameterizedTest
    @EnumSource
    void aStrictLintFindsNothing(Chart chart) {
        var result = chart.lint();
        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void theVersionsAreThoseOfTheBuild(Chart chart) throws IOException {
        var version = System.getProperty("hyperterse.version");
        assertThat(Files.readString(chart.directory().resolve("Chart.yaml")))
                .contains("\nversion: " + version + "\n")
                .contains("\nappVersion: " + version + "\n");
    }

    @ParameterizedTest
    @MethodSource("operatorCases")
    void theOperatorIsRenderedAsCommitted(String name) throws IOException {
        assertCommitted(name, Chart.OPERATOR.rendered("hyperterse-system", CASES.resolve(name + "-values.yaml")));
    }

    @ParameterizedTest
    @MethodSource("serverCases")
    void theServerIsRenderedAsCommitted(String name) throws IOException {
        assertCommitted(name, Chart.SERVER.rendered("shop", CASES.resolve(name + "-values.yaml")));
    }

    @ParameterizedTest
    @MethodSource("tenantCases")
    void theTenantIsRenderedAsCommitted(String name) throws IOException {
        assertCommitted(name, Chart.TENANT.rendered("tenants", CASES.resolve(name + "-values.yaml")));
    }

    @Test
    void thePoliciesAreRenderedAsCommitted() throws IOException {
        assertCommitted("crds-policies", Chart.CRDS.rendered("hyperterse-system", POLICIES));
    }

    static List<String> operatorCases() throws IOException {
        return cases("operator");
    }

    static List<String> serverCases() throws IOException {
        return cases("server");
    }

    static List<String> tenantCases() throws IOException {
        return cases("tenant");
    }

    private static List<String> cases(String chart) throws IOException {
        try (var files = Files.newDirectoryStream(CASES, chart + "-*-values.yaml")) {
            return StreamSupport.stream(files.spliterator(), false)
                    .map(file -> file.getFileName().toString().replace("-values.yaml", ""))
                    .sorted()
                    .toList();
        }
    }

    /** The platform team keeps the CRDs; an operator of one namespace asks for nothing beyond it. */
    @Test
    void anOperatorOfOneNamespaceNeedsNoRightsInTheCluster() {
        var objects = Chart.objects(
                Chart.OPERATOR.rendered("hyperterse-system", CASES.resolve("operator-release-values.yaml")));
        assertThat(objects).extracting(HasMetadata::getKind).noneMatch(kind -> kind.startsWith("Cluster"));
        assertThat(objects).allSatisfy(object -> assertThat(object.getMetadata().getNamespace())
                .isEqualTo("hyperterse-system"));
    }

    /** Kubernetes refuses a variable whose value is a number. */
    @Test
    void aPublisherThatLooksLikeANumberIsAText(@TempDir Path directory) throws IOException {
        assertThat(Chart.OPERATOR.rendered("hyperterse-system", values(directory, "registry: {publisher: '1.5'}")))
                .contains("name: HYPERTERSE_REGISTRY_PUBLISHER\n              value: \"1.5\"\n");
    }

    @Test
    void theRegistryAdmitsItsPeersOnly(@TempDir Path directory) throws IOException {
        var values = values(directory, "registry: {publisher: com.example, from: [{namespaceSelector: {}}]}");
        assertThat(Chart.objects(Chart.OPERATOR.rendered("hyperterse-system", values)))
                .filteredOn(NetworkPolicy.class::isInstance)
                .singleElement()
                .satisfies(
                        policy -> assertThat(((NetworkPolicy) policy).getSpec().getIngress())
                                .extracting(rule -> rule.getFrom().size())
                                .containsExactly(0, 1));
    }

    @Test
    void theDefinitionsAreKeptUnlessAskedOtherwise(@TempDir Path directory) throws IOException {
        var kept = Chart.objects(Chart.CRDS.rendered("default", values(directory, "{}")));
        assertThat(kept)
                .filteredOn(object -> object.getKind().equals("CustomResourceDefinition"))
                .hasSize(4)
                .allSatisfy(object -> assertThat(object.getMetadata().getAnnotations())
                        .containsEntry("helm.sh/resource-policy", "keep"));
        assertThat(Chart.CRDS.rendered("default", values(directory, "keep: false")))
                .doesNotContain("resource-policy");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replicas: 3 | additional properties 'replicas' not allowed",
                "replicaCount: two | got string, want integer",
                "scope: Everywhere | value must be one of",
                "{scope: Namespaces, namespaces: [Shop]} | does not match pattern",
                "image: {digest: latest} | does not match pattern",
                "{excludedNamespaces: [Shop]} | does not match pattern",
            })
    void aValueThatCannotWorkIsRefusedByName(String values, String message, @TempDir Path directory)
            throws IOException {
        var file = values(directory, values);
        assertThatThrownBy(() -> Chart.OPERATOR.rendered("hyperterse-system", file))
                .hasMessageContaining(message);
    }

    /** What a schema can only say by the path of one of them is said by a sentence: the value, what is wrong, what to write. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scope: Namespaces | scope is Namespaces and namespaces is empty: list the namespaces that the operator reads",
                "namespaces: [shop] | namespaces lists \"shop\" and scope is Cluster, which does not use it: set scope to Namespaces, or",
                "{scope: Release, gatewayNamespaces: [shop]} | gatewayNamespaces lists \"shop\" and scope is Release, with which servers run in the namespace of the release only: leave",
                "{scope: Release, configMapNamespaces: [shop]} | configMapNamespaces lists \"shop\" and scope is Release, with which the operator reads ConfigMaps of its own namespaces only: leave",
                "{scope: Release, excludedNamespaces: [shop]} | excludedNamespaces lists \"shop\" and scope is Release, with which the operator reads no other namespaces anyway: leave",
                "{scope: Namespaces, namespaces: [a], gatewayNamespaces: [b]} | gatewayNamespaces lists \"b\", which the operator does not read: add it to namespaces",
                "{gatewayNamespaces: [shop], excludedNamespaces: [shop]} | gatewayNamespaces lists \"shop\", which excludedNamespaces leaves to another operator: take it out",
                "{podMonitors: {serverNamespaces: [shop]}, excludedNamespaces: [shop]} | podMonitors.serverNamespaces lists \"shop\", which excludedNamespaces leaves to another operator: take it out",
                "podLabels: {app.kubernetes.io/name: mine} | podLabels sets the label app.kubernetes.io/name, which the chart sets: take another name",
                "podMonitors: {labels: {app.kubernetes.io/version: mine}} | podMonitors.labels sets the label app.kubernetes.io/version",
                "alerts: {labels: {app.kubernetes.io/part-of: mine}} | alerts.labels sets the label app.kubernetes.io/part-of",
                "dashboard: {labels: {app.kubernetes.io/name: mine}} | dashboard.labels sets the label app.kubernetes.io/name",
                "podAnnotations: {hyperterse.dev/runtime-image: mine} | podAnnotations sets hyperterse.dev/runtime-image, which the chart sets: set runtimeImage.repository",
            })
    void valuesThatContradictEachOtherAreRefusedByASentence(String values, String message, @TempDir Path directory)
            throws IOException {
        var file = values(directory, values);
        assertThatThrownBy(() -> Chart.OPERATOR.rendered("hyperterse-system", file))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tools: {greeting: {serverRefs: [{name: other}]}} | tools.greeting sets serverRefs, which the chart sets to the server of the release: leave it out",
                "resources: {terms: {serverRefs: []}} | resources.terms sets serverRefs",
                "name: 4shops | a server cannot be called \"4shops\": at most 50 small letters, digits and hyphens",
                "name: a-server-with-a-name-that-is-one-character-too-long | a server cannot be called \"a-server-with",
                "labels: {app.kubernetes.io/part-of: mine} | labels sets app.kubernetes.io/part-of, which the chart sets to the name of the server: take another name",
                "tools: {Greeting: {description: a}} | tools has an entry \"Greeting\", which no object can be called: write small letters",
            })
    void aServerThatCannotWorkIsRefusedByASentence(String values, String message, @TempDir Path directory)
            throws IOException {
        var file = values(directory, values);
        assertThatThrownBy(() -> Chart.SERVER.rendered("shop", file)).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "createNamespace: true | createNamespace makes \"tenants\", which the release itself is in: set namespace",
                "{createNamespace: true, namespace: tenants} | createNamespace makes \"tenants\", which the release",
                "namespaceLabels: {team: shop} | namespaceLabels are for a namespace that is made: set createNamespace",
                "namespace: 4shops | a server cannot be called \"4shops\": at most 50 small letters, digits and hyphens",
                "team: {owners: [shop]} | additional properties 'owners' not allowed",
            })
    void aTenantThatCannotWorkIsRefusedByASentence(String values, String message, @TempDir Path directory)
            throws IOException {
        var file = values(directory, values);
        assertThatThrownBy(() -> Chart.TENANT.rendered("tenants", file)).hasMessageContaining(message);
    }

    /** Names of releases may begin with a digit, and names of servers may not. */
    @Test
    void aReleaseWhoseNameNoServerCanHaveIsRefused(@TempDir Path directory) throws IOException {
        var file = values(directory, "{}");
        assertThatThrownBy(() -> Chart.rendered(Chart.SERVER.directory(), "4shops", "shop", file))
                .hasMessageContaining("a server cannot be called \"4shops\"");
    }

    /** What a schema says nothing about is documented nowhere. */
    @ParameterizedTest
    @EnumSource
    void everyValueHasADescription(Chart chart) throws IOException {
        assertDescribed("", read(chart, "values.schema.json"), read(chart, "values.yaml"));
    }

    private static void assertDescribed(String path, JsonNode schema, JsonNode values) {
        values.fieldNames().forEachRemaining(name -> {
            var property = schema.path("properties").path(name);
            if (!schema.has("properties")) {
                return;
            }
            assertThat(property.path("description").asText()).as(path + name).isNotBlank();
            assertDescribed(path + name + ".", property, values.get(name));
        });
    }

    private static JsonNode read(Chart chart, String file) throws IOException {
        return Serialization.unmarshal(Files.readString(chart.directory().resolve(file)), JsonNode.class);
    }

    private static Path values(Path directory, String yaml) throws IOException {
        return Files.writeString(directory.resolve("values.yaml"), yaml);
    }

    private static void assertCommitted(String name, String rendered) throws IOException {
        var committed = CASES.resolve("out-" + name + ".yaml");
        if (Boolean.getBoolean("install.update")) {
            Files.writeString(committed, rendered);
        }
        assertThat(committed)
                .as("rewrite it with: " + InstallManifest.UPDATE)
                .content()
                .isEqualTo(rendered);
    }
}
