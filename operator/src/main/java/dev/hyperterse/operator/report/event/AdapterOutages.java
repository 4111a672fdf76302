package dev.hyperterse.operator.report.event;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.AdapterState;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.State;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Which adapters have been reported as unavailable by an event. One event per outage, and one when every replica is
 * connected again: the states in between (some replicas are back, or restart and have not reported) neither end an outage
 * nor begin another.
 */
public final class AdapterOutages {
    /** Reasons of these events; they are API. */
    private enum Change {
        AdapterUnavailable,
        AdapterConnected
    }

    private record Reported(String uid, Set<String> adapters) {}

    private final Map<ServerKey, Reported> reported = new ConcurrentHashMap<>();

    /**
     * Called for each status that was written.
     *
     * @param before what an operator before this one left in the status, where this one has written none
     */
    public List<ConditionEvent> notices(
            ServerKey server, String uid, List<AdapterState> before, List<AdapterState> after) {
        var known = Optional.ofNullable(reported.get(server))
                .filter(it -> it.uid().equals(uid))
                .map(Reported::adapters)
                .orElseGet(() -> names(before.stream()
                        .filter(it -> it.state() == State.Unavailable)
                        .toList()));
        var out = new HashSet<>(known);
        out.retainAll(names(after));
        var regarding = ConditionEvent.regarding(server, uid);
        var notices = new ArrayList<ConditionEvent>();
        for (var adapter : after) {
            if (adapter.state() == State.Unavailable && out.add(adapter.name())) {
                var note = "adapter '%s' is not connected on any replica%s"
                        .formatted(
                                adapter.name(),
                                adapter.message().map(": "::concat).orElse(""));
                notices.add(new ConditionEvent(regarding, true, Change.AdapterUnavailable.name(), note));
            } else if (adapter.state() == State.Connected && out.remove(adapter.name())) {
                var note = "adapter '%s' is connected again on every replica".formatted(adapter.name());
                notices.add(new ConditionEvent(regarding, false, Change.AdapterConnected.name(), note));
            }
        }
        reported.put(server, new Reported(uid, out));
        return notices;
    }

    public void forget(ServerKey server) {
        reported.remove(server);
    }

    private static Set<String> names(List<AdapterState> adapters) {
        return adapters.stream().map(AdapterState::name).collect(Collectors.toSet());
    }
}
