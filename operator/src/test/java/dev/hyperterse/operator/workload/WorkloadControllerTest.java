package dev.hyperterse.operator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.model.Scope;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.read.ClusterEvent;
import dev.hyperterse.operator.read.ClusterView;
import dev.hyperterse.operator.workload.apply.ChildWriter;
import dev.hyperterse.operator.workload.manifest.RuntimeImage;
import dev.hyperterse.operator.workload.manifest.WorkloadSettings;
import dev.hyperterse.operator.workload.state.Rollout;
import dev.hyperterse.operator.workload.state.WorkloadState;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Children of a server with the faults of an API server, and across a hand-over between two versions of the operator. */
class WorkloadControllerTest {
    private static final RuntimeImage OLD = new RuntimeImage("registry.example/runtime:1", "1", false);
    private static final RuntimeImage NEW = new RuntimeImage("registry.example/runtime:2", "2", false);
    private static final ServerKey SHOP = new ServerKey("gateways", "shop");

    private final MockApiServer apiServer = new MockApiServer();
    private final KubernetesClient client = apiServer.connect();
    private final ClusterView view = new ClusterView(client, Scope.everywhere());
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-23T00:00:00Z"));
    private HeardStates states;
    private WorkloadController controller;

    @BeforeEach
    void watch() throws InterruptedException {
        view.start();
        assertThat(view.awaitRead(Duration.ofMinutes(1))).isTrue();
    }

    @AfterEach
    void stop() {
        controller.close();
        view.close();
        client.close();
        apiServer.close();
    }

    private void start(RuntimeImage image) {
        states = new HeardStates();
        start(image, states);
    }

    private void start(RuntimeImage image, BiConsumer<ServerKey, WorkloadState> listener) {
        controller = new WorkloadController(
                client,
                Scope.everywhere(),
                new WorkloadSettings(image, List.of(), List.of(), "hyperterse-system"),
                view,
                now::get);
        controller.start(listener);
    }

    private void restart(RuntimeImage image) {
        controller.close();
        start(image);
    }

    @ParameterizedTest
    @CsvSource({
        "services, 403, Service shop, WorkloadForbidden",
        "roles, 403, Role shop-runtime, WorkloadForbidden",
        "deployments, 422, Deployment shop-runtime, InvalidWorkload"
    })
    void aChildThatIsRefusedLeavesTheOthersAlone(String plural, int code, String path, Reason reason) {
        apiServer.refuseWrites(plural, code);
        start(OLD);
        apply("{networkPolicy: {from: [{podSelector: {}}]}}");
        assertThat(states.await(SHOP, it -> !it.problems().isEmpty()).problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.reason()).isEqualTo(reason);
                    assertThat(problem.path()).isEqualTo(path);
                });
        assertThat(apiServer.applies())
                .hasSize(5)
                .contains("serviceaccounts/shop-runtime", "networkpolicies/shop-runtime");

        apiServer.allow(plural);
        apply("{}");
        states.await(SHOP, it -> it.problems().isEmpty());
    }

    @Test
    void aConflictOfOneChildIsTriedAgainAndIsNoProblem() throws InterruptedException {
        apiServer.refuseWrites("services", 409);
        start(OLD);
        apply("{}");
        apiServer.awaitRefusals("services", 2);
        assertThat(states.await(SHOP, _ -> true).problems()).isEmpty();
        assertThat(apiServer.applies()).contains("deployments/shop-runtime", "rolebindings/shop-runtime");

        apiServer.allow("services");
        apiServer.awaitApply("services/shop");
    }

    /** One apply of each child for a new leader, which changes nothing; from then on none. */
    @Test
    void aNewLeaderAppliesEachChildOnceAndTakesOverItsFields() {
        start(OLD);
        apply("{replicas: 2}");
        states.await(SHOP, it -> it.generation() == 1);
        var before = deployment();
        var applies = apiServer.applies().size();

        restart(OLD);
        states.await(SHOP, it -> it.generation() == 1);
        assertThat(apiServer.applies()).hasSize(2 * applies);
        assertThat(deployment()).isEqualTo(before);

        status("{observedGeneration: 1}");
        states.await(SHOP, it -> it.rollout() != Rollout.Unobserved);
        assertThat(apiServer.applies()).as("a status is no edit").hasSize(2 * applies);
    }

    @Test
    void aNewVersionOfTheOperatorReplacesThePodsUnderTheSameFieldManager() {
        start(OLD);
        apply("{replicas: 1}");
        states.await(SHOP, it -> it.generation() == 1);
        pod("old", OLD);
        rolledOut(1);
        states.await(SHOP, it -> it.rollout() == Rollout.Complete);

        restart(NEW);
        var upgrading = states.await(SHOP, it -> it.rollout() == Rollout.Unobserved);
        assertThat(upgrading.runtimeVersion())
                .as("pods of the older replica set")
                .contains("1");
        assertThat(image()).isEqualTo(NEW.image());
        assertThat(deployment().getMetadata().getManagedFields())
                .extracting(ManagedFieldsEntry::getManager)
                .containsExactly(ChildWriter.FIELD_MANAGER);

        status("{observedGeneration: 2, replicas: 2, readyReplicas: 1, updatedReplicas: 1}");
        pod("new", NEW);
        assertThat(states.await(SHOP, it -> it.rollout() == Rollout.InProgress && runs(it, "1, 2"))
                        .notReady()
                        .map(Problem::reason))
                .contains(Reason.RollingOut);

        client.pods().inNamespace("gateways").withName("old").delete();
        rolledOut(2);
        states.await(SHOP, it -> it.rollout() == Rollout.Complete && runs(it, "2"));
    }

    /** As after a rollback: the older operator must not leave pods of the newer one. */
    @Test
    void anOlderOperatorThatLeadsAgainPutsItsOwnRuntimeBack() {
        start(NEW);
        apply("{replicas: 1}");
        states.await(SHOP, it -> it.generation() == 1);
        restart(OLD);
        states.await(SHOP, it -> it.generation() == 1);
        assertThat(image()).isEqualTo(OLD.image());
    }

    @Test
    void replicasAreHandedOverBeforeTheyAreLeftOut() throws InterruptedException {
        start(OLD);
        apply("{replicas: 3}");
        states.await(SHOP, it -> it.generation() == 1);
        apply("{autoscaling: {minReplicas: 2, maxReplicas: 5}}");
        apiServer.awaitApply("horizontalpodautoscalers/shop-runtime");
        assertThat(deployment().getSpec().getReplicas()).isEqualTo(3);
        assertThat(deployment().getMetadata().getManagedFields())
                .filteredOn(it -> it.getFieldsV1() != null)
                .extracting(ManagedFieldsEntry::getManager)
                .containsExactly("hyperterse-replicas");
    }

    /**
     * Sessions end with their seed: neither an edit, nor a restart, nor another version of the operator may make a new one.
     */
    @Test
    void theSeedIsKeptAcrossEditsAndOperators() {
        start(OLD);
        apply("{replicas: 1}");
        states.await(SHOP, it -> it.generation() == 1);
        var made = seed();

        apply("{replicas: 2, podTemplate: {metadata: {labels: {team: shop}}}}");
        states.await(SHOP, it -> it.generation() == 2);
        now.updateAndGet(it -> it.plus(Duration.ofDays(1)));
        restart(NEW);
        states.await(SHOP, it -> it.generation() == 2);
        assertThat(seed()).isEqualTo(made);
    }

    @Test
    void aDeletedSeedIsReplacedByTheNextLook() {
        start(OLD);
        apply("{replicas: 1}");
        states.await(SHOP, it -> it.generation() == 1);
        var made = seed();
        client.resource(made).delete();

        apply("{replicas: 2}");
        states.await(SHOP, it -> it.generation() == 2);
        assertThat(seed()).as("looked at a moment ago").isNull();
        now.updateAndGet(it -> it.plus(Duration.ofMinutes(5)));
        apply("{replicas: 3}");
        states.await(SHOP, it -> it.generation() == 3);
        assertThat(seed().getData()).containsOnlyKeys("seed").isNotEqualTo(made.getData());
    }

    /** No right to follow roles of the whole cluster is worth the minutes. */
    @Test
    void aRoleThatIsEditedByHandIsRestoredByTheNextLook() {
        start(OLD);
        apply("{replicas: 1}");
        states.await(SHOP, it -> it.generation() == 1);
        var made = role().getRules();
        client.resource(new RoleBuilder(role()).withRules().build()).update();

        now.updateAndGet(it -> it.plus(Duration.ofMinutes(5)).minusMillis(1));
        apply("{replicas: 2}");
        states.await(SHOP, it -> it.generation() == 2);
        assertThat(role().getRules()).as("looked at a moment ago").isEmpty();
        now.updateAndGet(it -> it.plusMillis(1));
        apply("{replicas: 3}");
        states.await(SHOP, it -> it.generation() == 3);
        assertThat(role().getRules()).isEqualTo(made);
    }

    /** What was half applied meanwhile is not what the last look found. */
    @Test
    void aSpecThatIsTakenBackAfterARefusedWriteIsLookedAtAgain() {
        start(OLD);
        apply("{replicas: 1}");
        states.await(SHOP, it -> it.generation() == 1);
        apiServer.refuseWrites("poddisruptionbudgets", 403);
        apply("{replicas: 2, networkPolicy: {from: [{podSelector: {}}]}, podDisruptionBudget: {minAvailable: 1}}");
        states.await(SHOP, it -> it.generation() == 2 && !it.problems().isEmpty());
        assertThat(policy("shop-runtime")).isNotNull();

        apply("{replicas: 1}");
        states.await(SHOP, it -> it.generation() == 3);
        assertThat(policy("shop-runtime"))
                .as("removed, within five minutes of the look before")
                .isNull();
    }

    @Test
    void aServerThatIsCreatedAgainIsLookedAtAtOnce() {
        start(OLD);
        apply("{replicas: 1}");
        states.await(SHOP, it -> it.generation() == 1);
        client.resources(HyperterseServer.class)
                .inNamespace("gateways")
                .withName("shop")
                .delete();
        apply("{replicas: 1}");
        // Objects of the server before are still there: the next look found them.
        states.await(SHOP, it -> it.problems().stream()
                .anyMatch(problem -> problem.path().equals("Role shop-runtime")));
    }

    @Test
    void aSeedThatMayNotBeReadIsAProblemAndLeavesTheObjectsAlone() {
        apiServer.refuse("shop-session-keys", 403);
        start(OLD);
        apply("{}");
        assertThat(states.await(SHOP, it -> !it.problems().isEmpty()).problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.reason()).isEqualTo(Reason.WorkloadForbidden);
                    assertThat(problem.path()).isEqualTo("Secret shop-session-keys");
                });
        assertThat(apiServer.applies()).contains("deployments/shop-runtime");

        apiServer.allow("shop-session-keys");
        apply("{replicas: 2}");
        states.await(SHOP, it -> it.problems().isEmpty());
        assertThat(seed()).isNotNull();
    }

    /** Objects of a server are found by a label; what is pruned also has its name and is controlled by its uid. */
    @Test
    void labelsOrOwnerAloneAreNotPruned() {
        start(OLD);
        apply("{networkPolicy: {from: [{podSelector: {}}]}}");
        states.await(SHOP, it -> it.generation() == 1);
        var made = new NetworkPolicyBuilder(policy("shop-runtime"))
                .editMetadata()
                .withResourceVersion(null)
                .endMetadata()
                .build();
        apply("{}");
        states.await(SHOP, it -> it.generation() == 2);
        assertThat(policy("shop-runtime")).as("pruned").isNull();

        var copy = client.resource(new NetworkPolicyBuilder(made)
                        .editMetadata()
                        .withName("copy")
                        .endMetadata()
                        .build())
                .create();
        var disowned = client.resource(new NetworkPolicyBuilder(made)
                        .editMetadata()
                        .withOwnerReferences()
                        .endMetadata()
                        .build())
                .create();
        now.updateAndGet(it -> it.plus(Duration.ofMinutes(5)));
        apply("{replicas: 2}");
        states.await(SHOP, it -> it.generation() == 3);
        assertThat(policy("copy")).isEqualTo(copy);
        assertThat(policy("shop-runtime")).isEqualTo(disowned);
    }

    /** As kubectl replace --force and delivery tools do, while objects of the server before are written. */
    @Test
    void aServerThatIsCreatedAgainDuringItsDeletionIsReconciled() throws InterruptedException {
        var heard = new Semaphore(0);
        var mayEnd = new Semaphore(0);
        start(OLD, (_, _) -> {
            heard.release();
            mayEnd.acquireUninterruptibly();
        });
        apply("{}");
        heard.acquire();
        var changed = new LinkedBlockingQueue<ClusterEvent>();
        view.listen(changed::add);
        client.resources(HyperterseServer.class)
                .inNamespace("gateways")
                .withName("shop")
                .delete();
        assertThat(changed.take()).isEqualTo(new ClusterEvent.PodsChanged(SHOP));
        apply("{}");
        while (view.server(SHOP).isEmpty()) {
            changed.take();
        }
        mayEnd.release();
        assertThat(heard.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
        mayEnd.release(100);
    }

    private NetworkPolicy policy(String name) {
        return client.network()
                .v1()
                .networkPolicies()
                .inNamespace("gateways")
                .withName(name)
                .get();
    }

    private void apply(String workload) {
        var server = client.getKubernetesSerialization().unmarshal("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: gateways, name: shop}
                spec: {workload: %s}
                """.formatted(workload), HyperterseServer.class);
        var resource = client.resource(server);
        if (resource.get() == null) {
            resource.create();
        } else {
            resource.update();
        }
    }

    /** As the controllers of Kubernetes do when the pods of the newest template run. */
    private void rolledOut(int generation) {
        status("""
                {observedGeneration: %d, replicas: 1, readyReplicas: 1, updatedReplicas: 1, availableReplicas: 1,
                 conditions: [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]}
                """.formatted(generation));
    }

    private void status(String status) {
        var observed = client.getKubernetesSerialization()
                .unmarshal("status: " + status, Deployment.class)
                .getStatus();
        client.resource(new DeploymentBuilder(deployment()).withStatus(observed).build())
                .updateStatus();
    }

    private void pod(String name, RuntimeImage image) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("gateways")
                        .withName(name)
                        .addToLabels(new WorkloadNames("gateways", "shop").labels(image.version()))
                        .endMetadata()
                        .withNewSpec()
                        .withServiceAccountName("shop-runtime")
                        .endSpec()
                        .build())
                .create();
    }

    private Deployment deployment() {
        return client.apps()
                .deployments()
                .inNamespace("gateways")
                .withName("shop-runtime")
                .get();
    }

    private String image() {
        return deployment()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
    }

    private Role role() {
        return client.rbac()
                .roles()
                .inNamespace("gateways")
                .withName("shop-runtime")
                .get();
    }

    private Secret seed() {
        return client.secrets()
                .inNamespace("gateways")
                .withName("shop-session-keys")
                .get();
    }

    private static boolean runs(WorkloadState state, String versions) {
        return state.runtimeVersion().equals(Optional.of(versions));
    }
}
