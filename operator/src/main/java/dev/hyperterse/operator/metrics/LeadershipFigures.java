package dev.hyperterse.operator.metrics;

import dev.hyperterse.operator.compile.CompiledServer;
import dev.hyperterse.operator.compile.Verdict;
import dev.hyperterse.operator.queue.Depth;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.telemetry.metrics.Labels;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** What one leadership looks after, as numbers. */
public final class LeadershipFigures {
    private final List<? extends Depth> queues;
    private final Map<ServerKey, Map<String, Long>> verdicts = new ConcurrentHashMap<>();
    private final Map<ServerKey, Integer> behind = new ConcurrentHashMap<>();

    public LeadershipFigures(List<? extends Depth> queues) {
        this.queues = List.copyOf(queues);
    }

    public void evaluated(ServerKey server, CompiledServer compiled) {
        verdicts.put(
                server,
                compiled.verdicts().values().stream()
                        .collect(Collectors.groupingBy(LeadershipFigures::label, Collectors.counting())));
    }

    public void behind(ServerKey server, int replicas) {
        behind.put(server, replicas);
    }

    public void gone(ServerKey server) {
        verdicts.remove(server);
        behind.remove(server);
    }

    double servers() {
        return verdicts.size();
    }

    double behind() {
        return behind.values().stream().mapToInt(it -> it).sum();
    }

    Map<Labels, Double> leaves() {
        return verdicts.values().stream()
                .flatMap(ofServer -> ofServer.entrySet().stream())
                .collect(Collectors.toMap(
                        entry -> Labels.of("verdict", entry.getKey()),
                        entry -> entry.getValue().doubleValue(),
                        Double::sum));
    }

    Map<Labels, Double> queues() {
        return queues.stream()
                .collect(Collectors.toMap(queue -> Labels.of("queue", queue.name()), queue -> (double) queue.size()));
    }

    private static String label(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Serve _ -> "Serve";
            case Verdict.KeepLastGood(var _, var problems) ->
                problems.getFirst().reason().name();
            case Verdict.Refuse(var reason, var _) -> reason.name();
        };
    }
}
