package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.AdapterState;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.State;
import dev.hyperterse.operator.resolve.ServerKey;
import java.util.ArrayList;
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
final class AdapterOutages {
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
    List<Notice> notices(ServerKey server, String uid, List<AdapterState> before, List<AdapterState> after) {
        var known = Optional.ofNullable(reported.get(server))
                .filter(it -> it.uid().equals(uid))
                .map(Reported::adapters)
                .orElseGet(() -> unavailable(before));
        var now = ConcurrentHashMap.<String>newKeySet();
        var notices = new ArrayList<Notice>();
        for (var adapter : after) {
            var wasOut = known.contains(adapter.name());
            switch (adapter.state()) {
                case Unavailable -> {
                    now.add(adapter.name());
                    if (!wasOut) {
                        notices.add(notice(server, uid, Change.AdapterUnavailable, unavailable(adapter)));
                    }
                }
                case Connected -> {
                    if (wasOut) {
                        var note = "adapter '%s' is connected again on every replica".formatted(adapter.name());
                        notices.add(notice(server, uid, Change.AdapterConnected, note));
                    }
                }
                case Degraded, Unknown, Unrecognized -> {
                    if (wasOut) {
                        now.add(adapter.name());
                    }
                }
            }
        }
        reported.put(server, new Reported(uid, now));
        return notices;
    }

    void forget(ServerKey server) {
        reported.remove(server);
    }

    private static Set<String> unavailable(List<AdapterState> adapters) {
        return adapters.stream()
                .filter(it -> it.state() == State.Unavailable)
                .map(AdapterState::name)
                .collect(Collectors.toSet());
    }

    private static String unavailable(AdapterState adapter) {
        return "adapter '%s' is not connected on any replica%s"
                .formatted(adapter.name(), adapter.message().map(": "::concat).orElse(""));
    }

    private static Notice notice(ServerKey server, String uid, Change change, String note) {
        return new Notice(
                "HyperterseServer",
                server.namespace(),
                server.name(),
                uid,
                change == Change.AdapterUnavailable,
                change.name(),
                note);
    }
}
