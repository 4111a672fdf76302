package dev.hyperterse.operator.report.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.operator.TestNamespace;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.model.StatusWriters;
import dev.hyperterse.operator.queue.OutdatedException;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a real API server makes of statuses. */
@RealApiServer
class ClusterStatusesIT {
    private static final String NAME = "one";
    private static final LeafStatus STATUS = new LeafStatus(Optional.of(1L), Optional.of("0/1"), List.of(), List.of());

    private TestNamespace namespace;
    private KubernetesClient client;
    private StatusStore statuses;

    @BeforeEach
    void connect(ControlPlane controlPlane) {
        namespace = TestNamespace.create(controlPlane, "status");
        client = ClusterClient.connect(
                Config.fromKubeconfig(controlPlane.kubeconfig().toFile()));
        statuses = new ClusterStatuses(client);
    }

    @AfterEach
    void disconnect() {
        namespace.kubectl("delete", "hyperterseservers,tools,prompts,resources.hyperterse.dev", "--all");
        client.close();
    }

    @ParameterizedTest
    @EnumSource
    void theLastWriteOfAStatusIsStored(LeafKind kind) {
        var created = create(leaf(kind));
        var key = new LeafKey(kind, namespace.name(), NAME);
        var first =
                statuses.write(key, created, new LeafStatus(Optional.of(1L), Optional.of("1/1"), List.of(), List.of()));
        statuses.write(key, first, STATUS);
        assertThat(status(kind)).isEqualTo(STATUS);
    }

    /** As a deposed leader writes, which has not seen the status of its successor. */
    @Test
    void statusThatWasComputedBeforeAnotherOneWasWrittenIsRefused() {
        var created = create(leaf(LeafKind.Tool));
        var key = new LeafKey(LeafKind.Tool, namespace.name(), NAME);
        statuses.write(key, created, STATUS);
        var late = new LeafStatus(Optional.of(1L), Optional.of("1/1"), List.of(), List.of());
        assertThatThrownBy(() -> statuses.write(key, created, late)).isInstanceOf(OutdatedException.class);
        assertThat(status(LeafKind.Tool)).isEqualTo(STATUS);
    }

    @Test
    void writersOfAStatusAreRecorded() {
        var created = create(leaf(LeafKind.Tool));
        statuses.write(new LeafKey(LeafKind.Tool, namespace.name(), NAME), created, STATUS);
        assertThat(StatusWriters.foreign(read(Tool.class))).isFalse();
        namespace.kubectl(
                "patch",
                "tool/" + NAME,
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\":{\"serving\":\"1/1\"}}");
        assertThat(StatusWriters.foreign(read(Tool.class))).isTrue();
    }

    /** What another writer adds is neither taken for the operator's own nor makes the operator doubt its status. */
    @Test
    void writersOfOtherConditionsAreNoWritersOfTheStatus() {
        var key = new LeafKey(LeafKind.Tool, namespace.name(), NAME);
        var ready = new Condition(
                "Ready", Condition.Status.True, Optional.of(1L), "2026-01-01T12:00:00Z", "Serving", "it is served");
        var status = new LeafStatus(Optional.of(1L), Optional.of("1/1"), List.of(ready), List.of());
        statuses.write(key, create(leaf(LeafKind.Tool)), status);
        namespace.kubectl(
                "patch",
                "tool/" + NAME,
                "--subresource=status",
                "--type=json",
                "-p",
                "[{\"op\": \"add\", \"path\": \"/status/conditions/-\", \"value\": {\"type\": \"example.com/Audited\","
                        + " \"status\": \"True\", \"reason\": \"Audited\", \"message\": \"\","
                        + " \"lastTransitionTime\": \"2026-01-01T12:00:00Z\"}}]");
        var audited = read(Tool.class);
        assertThat(audited.getMetadata().getManagedFields()).hasSizeGreaterThan(1);
        assertThat(StatusWriters.foreign(audited)).isFalse();
        statuses.write(key, ObjectVersion.of(audited.getMetadata()), audited.getStatus());
        assertThat(status(LeafKind.Tool)).isEqualTo(audited.getStatus());
        namespace.kubectl(
                "patch",
                "tool/" + NAME,
                "--subresource=status",
                "--type=json",
                "-p",
                "[{\"op\": \"replace\", \"path\": \"/status/conditions/0/status\", \"value\": \"False\"}]");
        assertThat(StatusWriters.foreign(read(Tool.class))).isTrue();
    }

    @Test
    void aServerHasTheStatusThatWasWritten() {
        var created = create("""
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {namespace: %s, name: %s}
            spec: {auth: {mode: Anonymous}}
            """);
        var status = client.getKubernetesSerialization().unmarshal("{\"replicas\": 3}", HyperterseServerStatus.class);
        statuses.write(new ServerKey(namespace.name(), NAME), created, status);
        assertThat(read(HyperterseServer.class).getStatus()).isEqualTo(status);
    }

    @Test
    void anotherObjectOfThatNameIsLeftAlone() {
        create(leaf(LeafKind.Tool));
        assertThatThrownBy(() -> writeOver(new ObjectVersion(UUID.randomUUID().toString(), "1"), STATUS))
                .isInstanceOf(OutdatedException.class)
                .hasMessageContaining("tools/" + NAME);
        assertThat(status(LeafKind.Tool)).isNull();
    }

    @Test
    void statusOfAnObjectThatIsGoneIsOutdated() {
        assertThatThrownBy(() -> writeOver(new ObjectVersion("1", "1"), STATUS)).isInstanceOf(OutdatedException.class);
    }

    @Test
    void statusThatItsSchemaRefusesIsAFailure() {
        var created = create(leaf(LeafKind.Tool));
        var malformed = new Condition("Ready", Condition.Status.True, Optional.of(1L), "never", "No reason", "");
        assertThatThrownBy(() -> writeOver(
                        created, new LeafStatus(Optional.of(1L), Optional.of("0/1"), List.of(malformed), List.of())))
                .isInstanceOfSatisfying(KubernetesClientException.class, refused -> assertThat(refused.getCode())
                        .isEqualTo(422));
    }

    private void writeOver(ObjectVersion version, LeafStatus status) {
        statuses.write(new LeafKey(LeafKind.Tool, namespace.name(), NAME), version, status);
    }

    private ObjectVersion create(String manifest) {
        return ObjectVersion.of(client.resource(manifest.formatted(namespace.name(), NAME))
                .create()
                .getMetadata());
    }

    private LeafStatus status(LeafKind kind) {
        return switch (kind) {
            case Tool -> read(Tool.class).getStatus();
            case Prompt -> read(Prompt.class).getStatus();
            case Resource -> read(McpResource.class).getStatus();
        };
    }

    private <T extends HasMetadata> T read(Class<T> kind) {
        return client.resources(kind)
                .inNamespace(namespace.name())
                .withName(NAME)
                .get();
    }

    private static String leaf(LeafKind kind) {
        var spec =
                switch (kind) {
                    case Tool -> "description: One, statement: {adapter: demo, text: {inline: SELECT 1}}";
                    case Prompt -> "messages: [{role: user, content: {text: {inline: Hello}}}]";
                    case Resource -> "uri: \"text://one\", mimeType: text/plain, text: Hello";
                };
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: %s
            metadata: {namespace: %%s, name: %%s}
            spec: {serverRefs: [{name: shop}], %s}
            """.formatted(kind, spec);
    }
}
