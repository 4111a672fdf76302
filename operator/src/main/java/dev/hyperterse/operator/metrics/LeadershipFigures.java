package dev.hyperterse.operator.metrics;

import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.queue.Depth;
import dev.hyperterse.telemetry.metrics.Labels;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** The gauges of one leadership. */
public final class LeadershipFigures {
    private final List<? extends Depth> queues;
    private final Map<ServerKey, Map<String, Long>> results = new ConcurrentHashMap<>();
    private final IntSupplier behind;

    /** @param behind how many running pods do not serve what is published, at the moment when it is asked */
    public LeadershipFigures(List<? extends Depth> queues, IntSupplier behind) {
        this.queues = List.copyOf(queues);
        this.behind = behind;
    }

    public void evaluated(ServerKey server, CompiledServer compiled) {
        results.put(
                server,
                compiled.results().values().stream()
                        .collect(Collectors.groupingBy(LeadershipFigures::label, Collectors.counting())));
    }

    public void gone(ServerKey server) {
        results.remove(server);
    }

    double servers() {
        return results.size();
    }

    double behind() {
        return behind.getAsInt();
    }

    Map<Labels, Double> definitions() {
        return results.values().stream()
                .flatMap(ofServer -> ofServer.entrySet().stream())
                .collect(Collectors.toMap(
                        entry -> Labels.of("result", entry.getKey()),
                        entry -> entry.getValue().doubleValue(),
                        Double::sum));
    }

    Map<Labels, Double> queues() {
        return queues.stream()
                .collect(Collectors.toMap(queue -> Labels.of("queue", queue.name()), queue -> (double) queue.size()));
    }

    private static String label(EvaluationResult result) {
        return switch (result) {
            case EvaluationResult.Serve _ -> "Serve";
            case EvaluationResult.KeepLastGood(var _, var problems) ->
                problems.getFirst().reason().name();
            case EvaluationResult.Refuse(var reason, var _) -> reason.name();
        };
    }
}
