package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.CatalogIndex;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.crds.v1alpha1.Condition.Status;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.operator.compile.CompiledServer;
import dev.hyperterse.operator.compile.Verdict;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.workload.WorkloadNames;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Computes the status of a server. A function of what is known and the time. */
final class ServerReport {
    private static final int SAMPLES = 20;
    private static final int NAMED_PODS = 10;

    private final HyperterseServer server;
    private final Optional<HyperterseServerStatus> before;
    private final ServerSituation situation;
    private final Instant now;

    private ServerReport(
            HyperterseServer server, Optional<HyperterseServerStatus> before, ServerSituation situation, Instant now) {
        this.server = server;
        this.before = before;
        this.situation = situation;
        this.now = now;
    }

    /** @param before the status that was written last, whether it has come back by the watch or not */
    static Outcome<HyperterseServerStatus> of(
            HyperterseServer server,
            Optional<HyperterseServerStatus> before,
            ServerSituation situation,
            int servicePort,
            Instant now) {
        return situation
                .judgment()
                .filter(it -> it.compiled()
                                .identity()
                                .uid()
                                .equals(server.getMetadata().getUid())
                        && it.compiled().identity().generation()
                                == server.getMetadata().getGeneration())
                .map(it -> new Outcome<>(
                        Optional.of(new ServerReport(server, before, situation, now).status(it, servicePort)),
                        Optional.empty()))
                .orElseGet(Outcome::leave);
    }

    private HyperterseServerStatus status(Judgment judgment, int servicePort) {
        var compiled = judgment.compiled();
        var names = WorkloadNames.of(server);
        var replicas = situation.replicas();
        var running = replicas.running().size();
        var behind = situation.revision().map(replicas::behind).orElse(replicas.running());
        return new HyperterseServerStatus(
                Optional.of(compiled.identity().generation()),
                conditions(judgment, behind).list(),
                Optional.of(names.url(servicePort)),
                Optional.empty(),
                Optional.of(names.selector().entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(","))),
                Optional.of(running),
                Optional.of((int) replicas.ready()),
                Optional.of(running - behind.size()),
                Optional.of(running - behind.size() + "/" + running),
                behind.stream().limit(NAMED_PODS).map(Replicas.Replica::pod).toList(),
                judgment.committed().map(this::revision),
                Optional.of(attached(compiled)),
                Optional.of(rejected(compiled)),
                List.of());
    }

    private Conditions conditions(Judgment judgment, List<Replicas.Replica> behind) {
        var generation = judgment.compiled().identity().generation();
        var earlier = before.map(HyperterseServerStatus::conditions).orElse(List.of());
        var conditions = new Conditions(earlier, generation, now);
        var problems = judgment.compiled().problems();
        var accepted = problems.isEmpty();
        var programmed = judgment.committed().isPresent();
        var available = situation.replicas().ready() > 0;
        if (accepted) {
            conditions.add("Accepted", Status.True, Progress.Sound);
        } else {
            conditions.add("Accepted", Status.False, problems.getFirst().reason(), describe(problems));
        }
        if (programmed) {
            conditions.add("Programmed", Status.True, Progress.Published);
        } else {
            conditions.add("Programmed", Status.False, problems.getFirst().reason(), describe(problems));
        }
        if (available) {
            conditions.add("Available", Status.True, Progress.Available);
        } else {
            conditions.add("Available", Status.False, Progress.NoReadyReplicas);
        }
        converged(conditions, behind);
        // Reached once, it stays for the generation: rollouts and crashes have conditions of their own.
        if (accepted && programmed && (available || Conditions.holds(earlier, LeafReport.READY, generation))) {
            conditions.add(LeafReport.READY, Status.True, Progress.Available);
        } else if (!accepted) {
            conditions
                    .add(LeafReport.READY, Status.False, problems.getFirst().reason(), describe(problems))
                    .add(
                            healing(problems) ? LeafReport.RECONCILING : LeafReport.STALLED,
                            Status.True,
                            problems.getFirst().reason(),
                            describe(problems));
        } else {
            conditions
                    .add(LeafReport.READY, Status.False, Progress.NoReadyReplicas)
                    .add(LeafReport.RECONCILING, Status.True, Progress.NoReadyReplicas);
        }
        return conditions;
    }

    private void converged(Conditions conditions, List<Replicas.Replica> behind) {
        if (situation.replicas().running().isEmpty()) {
            conditions.add("Converged", Status.Unknown, Progress.NoReadyReplicas);
        } else if (behind.isEmpty()) {
            conditions.add("Converged", Status.True, Progress.Converged);
        } else {
            var silent = behind.stream().anyMatch(it -> it.revision().isEmpty());
            conditions.add(
                    "Converged",
                    silent ? Status.Unknown : Status.False,
                    Progress.Propagating,
                    "%d replicas do not serve the newest revision".formatted(behind.size()));
        }
    }

    private static boolean healing(List<Problem> problems) {
        return problems.stream().allMatch(it -> it.reason().healsByItself());
    }

    private HyperterseServerStatus.Revision revision(CatalogIndex index) {
        Revision revision = index.revision();
        var bytes = index.parts().stream().mapToLong(CatalogIndex.Part::bytes).sum();
        return new HyperterseServerStatus.Revision(
                revision.epoch(),
                revision.sequence(),
                revision.sha256(),
                Optional.of(bytes),
                situation.published().map(it -> it.truncatedTo(ChronoUnit.SECONDS)
                        .toString()));
    }

    private static HyperterseServerStatus.Attached attached(CompiledServer compiled) {
        var kinds = compiled.served().stream()
                .collect(Collectors.groupingBy(it -> it.leaf().identity().kind(), Collectors.counting()));
        return new HyperterseServerStatus.Attached(
                kinds.getOrDefault(LeafKind.Tool, 0L).intValue(),
                kinds.getOrDefault(LeafKind.Prompt, 0L).intValue(),
                kinds.getOrDefault(LeafKind.Resource, 0L).intValue());
    }

    private static HyperterseServerStatus.Rejected rejected(CompiledServer compiled) {
        var rejected = compiled.verdicts().entrySet().stream()
                .flatMap(it -> sample(it.getKey(), it.getValue()).stream())
                .toList();
        return new HyperterseServerStatus.Rejected(
                rejected.size(), rejected.stream().limit(SAMPLES).toList());
    }

    private static Optional<HyperterseServerStatus.Sample> sample(LeafIdentity leaf, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Serve _ -> Optional.empty();
            case Verdict.KeepLastGood(var _, var problems) ->
                Optional.of(sample(leaf, problems.getFirst().reason().name()));
            case Verdict.Refuse(var reason, var _) -> Optional.of(sample(leaf, reason.name()));
        };
    }

    private static HyperterseServerStatus.Sample sample(LeafIdentity leaf, String reason) {
        return new HyperterseServerStatus.Sample(leaf.kind().name(), leaf.namespace(), leaf.name(), reason);
    }

    private static String describe(List<Problem> problems) {
        return problems.stream().map(Problem::describe).collect(Collectors.joining("\n"));
    }
}
