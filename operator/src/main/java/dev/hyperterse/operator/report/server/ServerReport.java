package dev.hyperterse.operator.report.server;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.EndpointPath;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.report.condition.Evaluation;
import dev.hyperterse.operator.report.condition.Messages;
import dev.hyperterse.operator.report.condition.PreviousStatus;
import dev.hyperterse.operator.report.condition.StatusDecision;
import dev.hyperterse.operator.report.replica.Replicas;
import dev.hyperterse.operator.report.server.ServerStatusInputs.Evaluated;
import dev.hyperterse.operator.workload.manifest.PublicRoute;
import dev.hyperterse.operator.workload.manifest.ServiceAddress;
import dev.hyperterse.operator.workload.state.WorkloadState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Computes the status of a server. A function of what is known and the time. */
public final class ServerReport {
    private static final int SAMPLES = 20;
    private static final int NAMED_PODS = 10;
    private static final int LONGEST_VERSION = 63;

    /** Workloads of an operator that has just begun to lead are read within it, and applied. */
    private static final Duration APPLYING = Duration.ofSeconds(20);

    private final HyperterseServer server;
    private final Optional<HyperterseServerStatus> before;
    private final List<Condition> conditionsBefore;
    private final ServerStatusInputs inputs;
    private final Optional<String> outdated;
    private final Instant now;

    private ServerReport(
            HyperterseServer server,
            PreviousStatus<HyperterseServerStatus> previous,
            ServerStatusInputs inputs,
            Optional<String> outdated,
            Instant now) {
        this.server = server;
        this.before = previous.status();
        this.conditionsBefore = previous.conditions(HyperterseServerStatus::conditions);
        this.inputs = inputs.of(generation());
        this.outdated = outdated;
        this.now = now;
    }

    /** @param outdated what the CRDs of the cluster lack, where they are older than the operator */
    public static StatusDecision<HyperterseServerStatus> of(
            HyperterseServer server,
            PreviousStatus<HyperterseServerStatus> previous,
            ServerStatusInputs inputs,
            Optional<String> outdated,
            Instant now) {
        return new ServerReport(server, previous, inputs, outdated, now).outcome();
    }

    private StatusDecision<HyperterseServerStatus> outcome() {
        // A process that has just begun to ask replicas knows less than the stored status.
        if (before.isPresent() && !inputs.replicas().heard()) {
            return StatusDecision.leave();
        }
        var conditions = new ServerConditions(conditionsBefore, generation(), inputs, outdated, now);
        var evaluated = inputs.evaluated().filter(it -> speaksOfIt(it.latest()));
        if (evaluated.isPresent()) {
            var evaluation = evaluated.get().latest();
            return untilApplied(evaluated.get())
                    .map(StatusDecision::<HyperterseServerStatus>leaveFor)
                    .orElseGet(() -> with(conditions.of(evaluation), Optional.of(evaluation)));
        }
        return inputs.failure()
                .map(failure -> with(conditions.of(failure), Optional.empty()))
                .orElseGet(StatusDecision::leave);
    }

    /**
     * How long to wait for its Deployment and Service, which are applied beside the catalog: a status before that would
     * be taken back. Problems that need an edit are reported without the wait.
     */
    private Optional<Duration> untilApplied(Evaluated evaluated) {
        var expected = before.isPresent()
                && inputs.workload().isEmpty()
                && evaluated.latest().compiled().problems().isEmpty();
        return StatusDecision.left(APPLYING, evaluated.since(), now).filter(_ -> expected);
    }

    private StatusDecision<HyperterseServerStatus> with(
            StatusDecision<List<Condition>> conditions, Optional<Evaluation> evaluation) {
        return new StatusDecision<>(conditions.status().map(it -> status(it, evaluation)), conditions.again());
    }

    private long generation() {
        return Optional.ofNullable(server.getMetadata().getGeneration()).orElse(0L);
    }

    private boolean speaksOfIt(Evaluation evaluation) {
        var identity = evaluation.compiled().identity();
        return identity.uid().equals(server.getMetadata().getUid()) && identity.generation() == generation();
    }

    private HyperterseServerStatus status(List<Condition> conditions, Optional<Evaluation> evaluation) {
        var replicas = inputs.replicas();
        var running = replicas.running().size();
        var behind = inputs.revision().map(replicas::behind).orElse(replicas.running());
        var converged = running - behind.size();
        var compiled = evaluation.map(Evaluation::compiled);
        var settings = compiled.flatMap(CompiledServer::settings);
        var adapters = adapters(settings);
        // Those of a faulty path are not served; the published ones stay.
        var segments = settings.map(it -> EndpointPath.template(it.http().segments()))
                .orElseGet(() -> EndpointPath.behindPrefix(server.getSpec()));
        return new HyperterseServerStatus(
                Optional.of(generation()),
                conditions,
                Optional.of(ServiceAddress.url(server, segments)),
                publicUrl(segments),
                runtimeVersion(),
                Optional.of(selector()),
                Optional.of(replicas.existing()),
                Optional.of((int) replicas.ready()),
                Optional.of(converged),
                Optional.of(converged + "/" + running),
                behind.stream().limit(NAMED_PODS).map(Replicas.Replica::pod).toList(),
                revision(),
                compiled.map(ServerReport::attached).or(() -> before.flatMap(HyperterseServerStatus::attached)),
                compiled.map(ServerReport::toolsets).orElseGet(() -> before.map(HyperterseServerStatus::toolsets)
                        .orElse(List.of())),
                compiled.map(ServerReport::rejected).or(() -> before.flatMap(HyperterseServerStatus::rejected)),
                adapters,
                AdapterStates.connected(adapters),
                compiled.map(CompiledServer::fragments)
                        .orElseGet(() -> before.map(HyperterseServerStatus::platformFragments)
                                .orElse(List.of())));
    }

    private Optional<String> publicUrl(String segments) {
        var refused =
                inputs.workload().stream().flatMap(it -> it.problems().stream()).anyMatch(PublicRoute::concerns);
        return PublicRoute.url(server, segments).filter(_ -> !refused);
    }

    private Optional<String> runtimeVersion() {
        return inputs.workload()
                .flatMap(WorkloadState::runtimeVersion)
                .or(inputs.replicas()::version)
                .map(it -> Messages.bounded(it, LONGEST_VERSION));
    }

    /** Of its pods, for the scale subresource. */
    private String selector() {
        return WorkloadNames.of(server).selector().entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }

    private List<HyperterseServerStatus.AdapterState> adapters(Optional<ServerSettings> settings) {
        return settings.map(it -> Stream.concat(it.adapters().stream(), it.sharedState().stream())
                        .map(Adapter::name)
                        .toList())
                .map(names -> AdapterStates.of(names, inputs.replicas()))
                .orElseGet(() -> before.map(HyperterseServerStatus::adapters).orElse(List.of()));
    }

    private Optional<HyperterseServerStatus.Revision> revision() {
        return inputs.evaluated()
                .flatMap(it -> it.latest().committed().map(index -> revision(index, it.published())))
                .or(() -> before.flatMap(HyperterseServerStatus::revision));
    }

    private HyperterseServerStatus.Revision revision(CatalogIndex index, Instant published) {
        var revision = index.revision();
        var bytes = index.parts().stream().mapToLong(CatalogIndex.Part::bytes).sum();
        var publishedAt = publishedAt(revision.sha256())
                .orElseGet(() -> published.truncatedTo(ChronoUnit.SECONDS).toString());
        return new HyperterseServerStatus.Revision(
                revision.epoch(), revision.sequence(), revision.sha256(), Optional.of(bytes), Optional.of(publishedAt));
    }

    /** A leader that takes a catalog over unchanged has not published it. */
    private Optional<String> publishedAt(String sha256) {
        return before.flatMap(HyperterseServerStatus::revision)
                .filter(it -> it.sha256().equals(sha256))
                .flatMap(HyperterseServerStatus.Revision::publishedAt);
    }

    private static HyperterseServerStatus.Attached attached(CompiledServer compiled) {
        var counts = new EnumMap<LeafKind, Integer>(LeafKind.class);
        compiled.served()
                .forEach(served -> counts.merge(served.leaf().identity().kind(), 1, Integer::sum));
        return new HyperterseServerStatus.Attached(
                counts.getOrDefault(LeafKind.Tool, 0),
                counts.getOrDefault(LeafKind.Prompt, 0),
                counts.getOrDefault(LeafKind.Resource, 0));
    }

    private static List<HyperterseServerStatus.ServedToolset> toolsets(CompiledServer compiled) {
        var leaves = compiled.served().stream().map(CompiledServer.Served::leaf).toList();
        return compiled.settings().stream()
                .flatMap(settings -> settings.toolsets().stream())
                .map(toolset -> new HyperterseServerStatus.ServedToolset(
                        toolset.name(), toolset.tools(leaves).size()))
                .toList();
    }

    private static HyperterseServerStatus.Rejected rejected(CompiledServer compiled) {
        var rejected = new ArrayList<HyperterseServerStatus.Sample>();
        compiled.results().forEach((leaf, result) -> sample(leaf, result).ifPresent(rejected::add));
        return new HyperterseServerStatus.Rejected(
                rejected.size(), rejected.stream().limit(SAMPLES).toList());
    }

    /** Without those that the server does not admit: any author may name it. */
    private static Optional<HyperterseServerStatus.Sample> sample(LeafIdentity leaf, EvaluationResult result) {
        return result.fault()
                .filter(reason -> reason != Reason.ServerNotFound)
                .map(reason -> new HyperterseServerStatus.Sample(
                        leaf.kind().name(), leaf.namespace(), leaf.name(), leaf.item(), reason.name()));
    }
}
