package dev.hyperterse.operator.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.Manifests;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.operator.model.ObservedLeaf;
import dev.hyperterse.operator.report.condition.Evaluation;
import dev.hyperterse.operator.report.condition.PreviousStatus;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.operator.report.replica.Replicas.Replica;
import dev.hyperterse.operator.workload.state.Rollout;
import dev.hyperterse.operator.workload.state.WorkloadState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A server and its leaves, evaluated by the compiler of the operator. */
public final class Shop {
    public static final ServerKey KEY = new ServerKey("default", "shop");

    private final ServerInputs inputs;

    private Shop(ServerInputs inputs) {
        this.inputs = inputs;
    }

    public static Shop of(String serverSpec, String... tools) {
        var texts = new String[tools.length + 1];
        System.arraycopy(tools, 0, texts, 1, tools.length);
        texts[0] = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec: %s
            """.formatted(serverSpec);
        return new Shop(Manifests.read(texts).inputs());
    }

    public static Shop sound(String... tools) {
        return of("{auth: {mode: Anonymous}, adapters: [{name: demo, engine: Sqlite, url: \":memory:\"}]}", tools);
    }

    public static String tool(String name, String statement) {
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: %s}
            spec:
              serverRefs: [{name: shop}]
              description: A number
              statement: {adapter: demo, text: {inline: "%s"}}
            """.formatted(name, statement);
    }

    /** After what that one published. */
    public Shop after(Shop before) {
        return new Shop(inputs.withPublished(
                Published.of(new CatalogCompiler().compile(before.inputs).toCatalog(new Revision("before", 1, "")))));
    }

    public Shop generation(long generation) {
        inputs.server().getMetadata().setGeneration(generation);
        return this;
    }

    public long generation() {
        return inputs.server().getMetadata().getGeneration();
    }

    /** What runs for it is as that generation says. */
    public static WorkloadState runs(long generation) {
        return new WorkloadState(
                generation, List.of(), Rollout.Complete, Optional.empty(), Optional.of("1.0.0"), Optional.empty());
    }

    /** Its pods are being replaced, and the rollout gets on. */
    static WorkloadState rollsOut(long generation) {
        var notReady = Reason.RollingOut.problem("Deployment shop-runtime", "replicas-are-ready", "0 of 1", "");
        return new WorkloadState(
                generation,
                List.of(),
                Rollout.InProgress,
                Optional.of(notReady),
                Optional.of("1.0.0"),
                Optional.empty());
    }

    public static WorkloadState scaledToZero() {
        var none = Reason.ScaledToZero.problem("spec.workload.replicas", "pods-are-asked-for", "none", "");
        return new WorkloadState(1, List.of(), Rollout.Complete, Optional.of(none), Optional.empty(), Optional.empty());
    }

    /** That status, as a writer who wants a server to be Ready, or not to be, would change it. */
    static HyperterseServerStatus ready(HyperterseServerStatus status, Condition.Status ready) {
        var tree = ApiSerialization.mapper().<ObjectNode>valueToTree(status);
        tree.get("conditions").forEach(condition -> {
            if ("Ready".equals(condition.get("type").asText())) {
                ((ObjectNode) condition).put("status", ready.name());
            }
        });
        return ApiSerialization.mapper().convertValue(tree, HyperterseServerStatus.class);
    }

    public static ObservedLeaf with(ObservedLeaf leaf, Optional<LeafStatus> status) {
        return new ObservedLeaf(
                leaf.key(),
                leaf.version(),
                leaf.generation(),
                leaf.servers(),
                leaf.refersToText(),
                status,
                leaf.foreignStatus());
    }

    /** A status that an operator wrote, and nobody else. */
    public static <S> PreviousStatus<S> trusted(Optional<S> status) {
        return new PreviousStatus<>(status, true, status);
    }

    public HyperterseServer server() {
        return inputs.server();
    }

    List<Tool> tools() {
        return inputs.tools();
    }

    public List<ObservedLeaf> leaves() {
        return inputs.tools().stream().map(ObservedLeaf::of).toList();
    }

    /** Published as that revision, in which everything is new. */
    public Evaluation evaluation(Revision revision) {
        return evaluation(revision, Set.of());
    }

    public Evaluation evaluation(Revision revision, Set<String> carriedOver) {
        var compiled = new CatalogCompiler().compile(inputs);
        var since = new HashMap<String, Revision>();
        compiled.served().forEach(it -> since.put(it.leaf().identity().uid(), revision));
        return new Evaluation(
                KEY,
                compiled,
                compiled.settings()
                        .map(settings -> new CatalogIndex(
                                CatalogCodec.FORMAT,
                                revision,
                                settings,
                                List.of(),
                                Optional.empty(),
                                Optional.empty())),
                since,
                carriedOver);
    }

    public static Revision revision(long sequence) {
        return new Revision("epoch", sequence, "digest-" + sequence);
    }

    public static Replicas replicas(Replica... running) {
        return new Replicas(running.length, List.of(running));
    }

    public static Replica serving(String pod, Revision revision) {
        return answering(
                pod, new ReplicaAnswer(Optional.of(revision), Map.of(), List.of(), Map.of(), OptionalLong.empty()));
    }

    public static Replica answering(String pod, ReplicaAnswer answer) {
        return new Replica(pod, "1.0.0", true, true, Optional.of(answer));
    }

    public static Replica silent(String pod, boolean ready) {
        return new Replica(pod, "1.0.0", ready, true, Optional.empty());
    }

    public static Replica unasked(String pod, boolean ready) {
        return new Replica(pod, "1.0.0", ready, false, Optional.empty());
    }
}
