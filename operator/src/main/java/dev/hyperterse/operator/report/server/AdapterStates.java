package dev.hyperterse.operator.report.server;

import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.AdapterState;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.State;
import dev.hyperterse.operator.report.condition.Messages;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Connection;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Link;
import dev.hyperterse.operator.report.replica.Replicas;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The states of a server's adapters, summarised over all replicas. */
final class AdapterStates {
    private AdapterStates() {}

    /** @param names of the adapters that replicas were given, in the order to show them */
    static List<AdapterState> of(Collection<String> names, Replicas replicas) {
        var reported = replicas.running().stream()
                .flatMap(replica -> replica.answer().stream())
                .flatMap(answer -> answer.adapters().stream())
                .collect(Collectors.groupingBy(Connection::name));
        return names.stream()
                .map(name -> state(name, reported.getOrDefault(name, List.of())))
                .toList();
    }

    /** How many of them every replica is connected to; empty where there is none. */
    static Optional<String> connected(List<AdapterState> adapters) {
        var connected =
                adapters.stream().filter(it -> it.state() == State.Connected).count();
        return adapters.isEmpty() ? Optional.empty() : Optional.of(connected + "/" + adapters.size());
    }

    private static AdapterState state(String name, List<Connection> everywhere) {
        var up = count(everywhere, Link.UP);
        var down = count(everywhere, Link.DOWN);
        if (up == 0 && down == 0) {
            return new AdapterState(name, State.Unknown, Optional.empty());
        }
        var state = up == everywhere.size() ? State.Connected : up > 0 ? State.Degraded : State.Unavailable;
        // One that is connected may have something to say too: that its new settings do not work, and the old ones
        // serve.
        return new AdapterState(name, state, message(everywhere, Link.DOWN).or(() -> message(everywhere, Link.UP)));
    }

    /** The same one for the same inputs in any order of answers: a status must not change for nothing. */
    private static Optional<String> message(List<Connection> everywhere, Link link) {
        return everywhere.stream()
                .filter(it -> it.link() == link)
                .flatMap(it -> it.message().stream())
                .map(text -> Messages.line(text, ""))
                .filter(text -> !text.isEmpty())
                .sorted()
                .findFirst();
    }

    private static long count(List<Connection> everywhere, Link link) {
        return everywhere.stream().filter(it -> it.link() == link).count();
    }
}
