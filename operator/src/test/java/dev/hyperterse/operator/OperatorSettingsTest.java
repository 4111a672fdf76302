package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.catalog.server.TraceExport.Protocol;
import dev.hyperterse.operator.lead.LeaseName;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.workload.manifest.RuntimeImage;
import dev.hyperterse.telemetry.otlp.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorSettingsTest {
    private static final Map<String, String> POD = Map.of(
            "KUBERNETES_SERVICE_HOST", "10.96.0.1",
            "KUBERNETES_SERVICE_PORT", "443",
            "HYPERTERSE_SERVICE_ACCOUNT", "/var/run/secrets/kubernetes.io/serviceaccount",
            "HYPERTERSE_NAMESPACE", "hyperterse-system",
            "HYPERTERSE_POD", "hyperterse-operator-0",
            "HYPERTERSE_POD_IP", "10.1.2.3",
            "HYPERTERSE_RUNTIME_IMAGE", "hyperterse/runtime:1.2.3");

    @Test
    void aPodHasAllThatIsNeeded() {
        var settings = OperatorSettings.of(POD);
        assertThat(settings.apiServer()).isEqualTo("https://10.96.0.1:443");
        assertThat(settings.lease()).isEqualTo(new LeaseName("hyperterse-system", "hyperterse-operator"));
        assertThat(settings.runtime()).isEqualTo(new RuntimeImage("hyperterse/runtime:1.2.3", "1.2.3", false));
        assertThat(settings.admin()).isEqualTo(new InetSocketAddress(9090));
        assertThat(settings.logLevel()).isEqualTo(LogLevel.Info);
        assertThat(settings.scope()).isEqualTo(Scope.everywhere());
        assertThat(settings.collector()).isEmpty();
        assertThat(settings.pullSecrets()).isEmpty();
        assertThat(settings.podMetadata()).isEmpty();
    }

    @Test
    void secretsForPullingAreNamed() {
        assertThat(OperatorSettings.of(with("HYPERTERSE_RUNTIME_PULL_SECRETS", "registry, team.registry"))
                        .pullSecrets())
                .containsExactly("registry", "team.registry");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(with("HYPERTERSE_RUNTIME_PULL_SECRETS", "registry,")))
                .withMessageContaining(
                        "HYPERTERSE_RUNTIME_PULL_SECRETS is 'registry,', and '' is not the name of a Secret");
    }

    @Test
    void fragmentsOfThePlatformAreReadAtTheStart(@TempDir Path folder) throws IOException {
        var file = Files.writeString(
                folder.resolve("platform.yaml"),
                "- {name: gold, namespaceSelector: {matchLabels: {tier: gold}}, defaults: {exposure: Direct}}");
        var variables = with("HYPERTERSE_PLATFORM_FILE", file.toString());
        assertThat(OperatorSettings.of(variables).platform().orElseThrow().selectingByLabel())
                .containsExactly("gold");
        variables.put("HYPERTERSE_WATCH_NAMESPACES", "shop");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(variables))
                .withMessageContaining(
                        "fragment gold selects namespaces by a label, which an operator of named namespaces")
                .withMessageContaining("kubernetes.io/metadata.name");
    }

    @Test
    void aFaultyFragmentIsNoStart(@TempDir Path folder) throws IOException {
        var file = folder.resolve("platform.yaml");
        var variables = with("HYPERTERSE_PLATFORM_FILE", file.toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(variables))
                .withMessageContaining("HYPERTERSE_PLATFORM_FILE: " + file + " cannot be read");
        Files.writeString(file, "- {name: a, namespaceSelector: {}, overrides: {exposre: Direct}}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(variables))
                .withMessageContaining("HYPERTERSE_PLATFORM_FILE: fragment a, overrides: spec.exposre: unknown field");
    }

    @Test
    void severalPodsOfOneMachineKeepToTheirOwnAddress() {
        assertThat(OperatorSettings.of(with("HYPERTERSE_POD_IP", "127.0.0.7")).admin())
                .isEqualTo(new InetSocketAddress("127.0.0.7", 9090));
    }

    @Test
    void anAddressOfVersionSixIsBracketed() {
        assertThat(OperatorSettings.of(with("KUBERNETES_SERVICE_HOST", "fd00::1"))
                        .apiServer())
                .isEqualTo("https://[fd00::1]:443");
    }

    @ParameterizedTest
    @CsvSource({
        "registry.example:5000/runtime, latest",
        "registry.example:5000/runtime:2.0, 2.0",
        "hyperterse/runtime, latest",
        "hyperterse/runtime:2.0@sha256:24a0c4b4a4c0eb97a1aabb8e29f18e917d05abfe1b7a7c07857230879ce7d3d3, 2.0",
        "hyperterse/runtime@sha256:24a0c4b4a4c0eb97a1aabb8e29f18e917d05abfe1b7a7c07857230879ce7d3d3, 24a0c4b4a4c0",
        // A label, which a tag need not fit into: no longer, and with letters or digits at both ends.
        "hyperterse/runtime:a-branch-with-a-rather-long-name-3f9d2c1b7a6e5d4c3b2a19087654321fedcba987-20261123, "
                + "her-long-name-3f9d2c1b7a6e5d4c3b2a19087654321fedcba987-20261123",
        "hyperterse/runtime:_1.0-, 1.0",
    })
    void theVersionOfTheRuntimeIsTheTagOfItsImage(String image, String version) {
        assertThat(OperatorSettings.of(with("HYPERTERSE_RUNTIME_IMAGE", image))
                        .runtime()
                        .version())
                .isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "KUBERNETES_SERVICE_HOST",
                "HYPERTERSE_SERVICE_ACCOUNT",
                "HYPERTERSE_NAMESPACE",
                "HYPERTERSE_POD",
                "HYPERTERSE_RUNTIME_IMAGE"
            })
    void aMissingVariableIsNamed(String variable) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(with(variable, "")))
                .withMessageContaining(variable);
    }

    @Test
    void namespacesLimitTheScope() {
        assertThat(OperatorSettings.of(with("HYPERTERSE_WATCH_NAMESPACES", "team-b, team-a"))
                        .scope())
                .isEqualTo(new Scope.Namespaces(List.of("team-a", "team-b")));
    }

    @Test
    void namespacesOfOthersAreLeftOut() {
        var environment = with("HYPERTERSE_EXCLUDED_NAMESPACES", "team-b, team-a");
        assertThat(OperatorSettings.of(environment).scope())
                .isEqualTo(new Scope.AllNamespaces(List.of("team-a", "team-b")));
        environment.put("HYPERTERSE_WATCH_NAMESPACES", "team-c");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(environment))
                .withMessageContaining("HYPERTERSE_EXCLUDED_NAMESPACES are both set");
    }

    /** An empty name would be a request for all namespaces. */
    @ParameterizedTest
    @ValueSource(strings = {"team-a,", ",", "team a", "Team", "team-a/pods"})
    void aNameThatIsNoNamespaceIsRefused(String names) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(with("HYPERTERSE_WATCH_NAMESPACES", names)))
                .withMessageContaining("is not the name of a namespace");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(with("HYPERTERSE_EXCLUDED_NAMESPACES", names)))
                .withMessageContaining("is not the name of a namespace");
    }

    @Test
    void domainsOfKeysAreListed() {
        assertThat(OperatorSettings.of(with("HYPERTERSE_POD_METADATA", "prometheus.io/, example.com/note"))
                        .podMetadata())
                .containsExactly("prometheus.io/", "example.com/note");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(with("HYPERTERSE_POD_METADATA", "prometheus.io")))
                .withMessageContaining("'prometheus.io' is not the name of a domain of keys");
    }

    @Test
    void aCollectorIsNamedWithItsProtocol() {
        var environment = with("HYPERTERSE_OTLP_ENDPOINT", "http://collector.observability:4317");
        assertThat(OperatorSettings.of(environment).collector())
                .contains(new Endpoint("http://collector.observability:4317", Protocol.Grpc));
        environment.put("HYPERTERSE_OTLP_PROTOCOL", "HttpProtobuf");
        assertThat(OperatorSettings.of(environment).collector().map(Endpoint::protocol))
                .contains(Protocol.HttpProtobuf);
    }

    /** What may hold a password is not repeated. */
    @ParameterizedTest
    @ValueSource(strings = {"collector:4317", "grpc://collector:4317", "http://", "http://me:planted@collector:4317"})
    void aCollectorThatIsNoUrlIsRefused(String endpoint) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(with("HYPERTERSE_OTLP_ENDPOINT", endpoint)))
                .withMessageContaining("HYPERTERSE_OTLP_ENDPOINT is not")
                .withMessageNotContaining("planted");
    }

    @Test
    void aChoiceThatIsNoneIsAnsweredWithThoseThatAre() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OperatorSettings.of(with("HYPERTERSE_RUNTIME_OVERRIDES", "yes")))
                .withMessageContaining("HYPERTERSE_RUNTIME_OVERRIDES is 'yes'")
                .withMessageContaining("Forbidden, Allowed");
    }

    private static HashMap<String, String> with(String name, String value) {
        var changed = new HashMap<>(POD);
        changed.put(name, value);
        return changed;
    }
}
