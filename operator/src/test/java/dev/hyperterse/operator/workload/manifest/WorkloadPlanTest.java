package dev.hyperterse.operator.workload.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers in {@code in-*.yaml} and the objects made of them in {@code out-*.yaml}; {@code -Dgolden.update=true} rewrites. */
class WorkloadPlanTest {
    private static final Path GOLDEN = Path.of("src/test/resources/workload");
    private static final RuntimeImage IMAGE =
            new RuntimeImage("registry.example/hyperterse-runtime:1.2.3", "1.2.3", false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "smallest",
                "everything",
                "autoscaled",
                "guarded",
                "exposed-by-gateway",
                "exposed-under-a-path",
                "exposed-by-ingress"
            })
    void theObjectsOfAServer(String name) throws IOException {
        var objects =
                plan(name, IMAGE).objects().stream().map(Serialization::asYaml).collect(Collectors.joining());
        var expected = GOLDEN.resolve("out-" + name + ".yaml");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, objects);
        }
        assertThat(objects).isEqualTo(Files.readString(expected));
    }

    @Test
    void imageAndServiceAccountAreOnlyOverriddenWhereTheInstallationAllowsIt() throws IOException {
        var refused =
                deployment(plan("everything", IMAGE)).getSpec().getTemplate().getSpec();
        assertThat(refused.getContainers().getFirst().getImage()).isEqualTo(IMAGE.image());
        assertThat(refused.getServiceAccountName()).isEqualTo("shop-runtime");

        var overridable = new RuntimeImage(IMAGE.image(), IMAGE.version(), true);
        var allowed = deployment(plan("everything", overridable))
                .getSpec()
                .getTemplate()
                .getSpec();
        assertThat(allowed.getContainers().getFirst().getImage()).isEqualTo("mirror.example/runtime:1.2.3");
        assertThat(allowed.getServiceAccountName()).isEqualTo("shop-own");
    }

    @Test
    void aReplicaHasTimeToFinishItsCallsBeforeItIsKilled() throws IOException {
        var spec = deployment(plan("smallest", IMAGE)).getSpec().getTemplate().getSpec();
        var preStop = spec.getContainers()
                .getFirst()
                .getLifecycle()
                .getPreStop()
                .getSleep()
                .getSeconds();
        assertThat(spec.getTerminationGracePeriodSeconds()).isGreaterThan(preStop + 20 + 30);
    }

    /** Thirty of them on two processors needed more than a minute, and each that is killed makes it longer. */
    @Test
    void aReplicaThatStartsBesideManyIsNotKilledForBeingSlow() throws IOException {
        var container = deployment(plan("smallest", IMAGE))
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst();
        assertThat(patience(container.getStartupProbe())).isGreaterThanOrEqualTo(600);
        assertThat(patience(container.getLivenessProbe())).isGreaterThanOrEqualTo(60);
        assertThat(container.getLivenessProbe().getTimeoutSeconds())
                .as("an answer late by seconds is no hang")
                .isGreaterThanOrEqualTo(10);
    }

    private static int patience(Probe probe) {
        return probe.getPeriodSeconds() * probe.getFailureThreshold();
    }

    @Test
    void anOverrideThatIsNotAllowedIsAProblem() throws IOException {
        var workload = server("everything").getSpec().workload().orElseThrow();
        assertThat(WorkloadRules.brokenOverrides(workload, IMAGE))
                .extracting(Problem::reason, Problem::path)
                .containsExactly(
                        tuple(Reason.NotAllowedOverride, "spec.workload.image"),
                        tuple(Reason.NotAllowedOverride, "spec.workload.serviceAccountName"));
        assertThat(WorkloadRules.brokenOverrides(workload, new RuntimeImage(IMAGE.image(), IMAGE.version(), true)))
                .isEmpty();
    }

    @Test
    void theVolumeOfDatabasesIsTheAuthorsToChoose() throws IOException {
        var volumes = deployment(plan("everything", IMAGE))
                .getSpec()
                .getTemplate()
                .getSpec()
                .getVolumes();
        assertThat(volumes).hasSize(3).anySatisfy(it -> {
            assertThat(it.getName()).isEqualTo("data");
            assertThat(it.getPersistentVolumeClaim().getClaimName()).isEqualTo("shop");
            assertThat(it.getEmptyDir()).isNull();
        });
    }

    @Test
    void aSingleReplicaHasNoDisruptionBudget() {
        assertThat(kinds(workload("{replicas: 1, podDisruptionBudget: {minAvailable: 1}}")))
                .doesNotContain("PodDisruptionBudget");
        assertThat(kinds(workload("{podDisruptionBudget: {minAvailable: 1}}"))).doesNotContain("PodDisruptionBudget");
        assertThat(kinds(workload("{autoscaling: {maxReplicas: 2}, podDisruptionBudget: {minAvailable: 1}}")))
                .contains("PodDisruptionBudget", "HorizontalPodAutoscaler");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{from: [{podSelector: {}}]}",
                "{from: [{podSelector: {}}], egress: []}",
                "{from: [{podSelector: {}}], egress: [{}]}"
            })
    void ingressThatIsLimitedAlwaysLetsTheOperatorIn(String rules) {
        var policy = plan(workload("{networkPolicy: %s}".formatted(rules)), IMAGE, Optional.empty()).objects().stream()
                .filter(NetworkPolicy.class::isInstance)
                .map(NetworkPolicy.class::cast)
                .findFirst()
                .orElseThrow();
        var operator = new NetworkPolicyPeerBuilder()
                .withNewNamespaceSelector()
                .addToMatchLabels("kubernetes.io/metadata.name", "hyperterse-system")
                .endNamespaceSelector()
                .build();
        assertThat(policy.getSpec().getIngress()).anySatisfy(rule -> {
            assertThat(rule.getPorts())
                    .extracting(it -> it.getPort().getIntVal())
                    .contains(9090);
            assertThat(rule.getFrom()).containsExactly(operator);
        });
    }

    /** A route that the note does not name would stay when it is not asked for any more. */
    @ParameterizedTest
    @CsvSource({"'', ", "'expose: {host: shop.example.com, ingress: {}}', Ingress"})
    void theNoteOfTheRouteIsNotTheAuthors(String exposed, String noted) {
        var annotations = "{hyperterse.dev/exposed-by: HttpRoute, example.com/team: shop}";
        var server = workload("{service: {annotations: %s}, %s}".formatted(annotations, exposed));
        var service = plan(server, IMAGE, Optional.empty()).objects().stream()
                .filter(Service.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(service.getMetadata().getAnnotations()).containsEntry("example.com/team", "shop");
        assertThat(service.getMetadata().getAnnotations().get(RouteKind.NOTE)).isEqualTo(noted);
    }

    @Test
    void theBudgetFollowsTheReplicasOfAnotherScaler() {
        var server = workload("{podDisruptionBudget: {minAvailable: 1}}");
        var current = deployment(plan(server, IMAGE, Optional.empty()));
        current.getSpec().setReplicas(2);
        assertThat(plan(server, IMAGE, Optional.of(current)).objects())
                .extracting(HasMetadata::getKind)
                .contains("PodDisruptionBudget");
    }

    @Test
    void anUpgradeThatWaitsKeepsTheTemplate() {
        var newer = new RuntimeImage("registry.example/hyperterse-runtime:2.0.0", "2.0.0", false);
        var current = deployment(plan(workload("{replicas: 1}"), IMAGE, Optional.empty()));
        current.getSpec().getTemplate().getSpec().setTerminationGracePeriodSeconds(77L);

        var rolls = plan(workload("{replicas: 5, service: {port: 81}}"), newer, Optional.of(current));
        assertThat(rolls.pods().onlyUpgrades()).isTrue();
        assertThat(image(deployment(rolls))).isEqualTo(newer.image());
        var waits = deployment(rolls.waiting());
        assertThat(waits.getSpec().getTemplate()).isEqualTo(current.getSpec().getTemplate());
        assertThat(waits.getSpec().getReplicas()).isEqualTo(5);

        var edited = plan(workload("{podTemplate: {spec: {priorityClassName: high}}}"), newer, Optional.of(current));
        assertThat(edited.pods().onlyUpgrades()).isFalse();
    }

    /** Pods say for which server they were made: those of a deleted one must not stand in for its successor. */
    @Test
    void aDeploymentThatWasLeftBehindIsMadeAnewForTheServerThatTookTheName() {
        var newer = new RuntimeImage("registry.example/hyperterse-runtime:2.0.0", "2.0.0", false);
        var current = deployment(plan(workload("{}"), IMAGE, Optional.empty()));
        current.getSpec().getTemplate().getSpec().setTerminationGracePeriodSeconds(77L);
        var successor = workload("{}");
        successor.getMetadata().setUid("another");

        var plan = plan(successor, newer, Optional.of(current));
        assertThat(plan.pods().onlyUpgrades()).isFalse();
        var template = deployment(plan.waiting()).getSpec().getTemplate();
        assertThat(template.getMetadata().getAnnotations()).containsEntry("hyperterse.dev/server-uid", "another");
        assertThat(template.getSpec().getTerminationGracePeriodSeconds()).isEqualTo(60);
    }

    private static String image(Deployment deployment) {
        return deployment
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
    }

    private static List<String> kinds(HyperterseServer server) {
        return plan(server, IMAGE, Optional.empty()).objects().stream()
                .map(HasMetadata::getKind)
                .toList();
    }

    private static Deployment deployment(WorkloadPlan plan) {
        return plan.objects().stream()
                .filter(Deployment.class::isInstance)
                .map(Deployment.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static WorkloadPlan plan(String name, RuntimeImage image) throws IOException {
        return plan(server(name), image, Optional.empty());
    }

    private static WorkloadPlan plan(HyperterseServer server, RuntimeImage image, Optional<Deployment> current) {
        return WorkloadPlan.of(
                server,
                new WorkloadSettings(image, List.of("pull", "registry"), List.of("example.com/"), "hyperterse-system"),
                current,
                Set.of());
    }

    private static HyperterseServer server(String name) throws IOException {
        return read(Files.readString(GOLDEN.resolve("in-" + name + ".yaml")));
    }

    private static HyperterseServer workload(String workload) {
        return read("""
                metadata: {namespace: gateways, name: shop, uid: 11111111-2222-3333-4444-555555555555}
                spec: {workload: %s}
                """.formatted(workload));
    }

    private static HyperterseServer read(String yaml) {
        return ApiSerialization.create().unmarshal(yaml, HyperterseServer.class);
    }
}
