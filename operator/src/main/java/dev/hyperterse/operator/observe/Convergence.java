package dev.hyperterse.operator.observe;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.replica.Replicas;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Follows what each running pod of each server serves, and hands on the newest answers of a server's pods together. */
public final class Convergence implements AutoCloseable {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

    private final Function<ServerKey, List<RuntimeEndpoint>> pods;
    private final BiConsumer<ServerKey, Replicas> seen;
    private final ReplicaAdmin port;
    private final Map<ServerKey, Followed> followed = new HashMap<>();
    private boolean closed;

    /** @param seen is called for one server at a time, with what its pods said last */
    public Convergence(Function<ServerKey, List<RuntimeEndpoint>> pods, BiConsumer<ServerKey, Replicas> seen) {
        this(pods, seen, new HttpReplicaAdmin(ANSWER_LIMIT, AnswerRoom.inHeap()));
    }

    Convergence(
            Function<ServerKey, List<RuntimeEndpoint>> pods, BiConsumer<ServerKey, Replicas> seen, ReplicaAdmin port) {
        this.pods = pods;
        this.seen = seen;
        this.port = port;
    }

    /** Looks at which pods there are now. */
    public synchronized void podsChanged(ServerKey server) {
        if (closed) {
            return;
        }
        var existing = pods.apply(server).stream().filter(pod -> !pod.ended()).toList();
        var running = existing.stream()
                .filter(pod -> pod.running() && !pod.address().isEmpty())
                .collect(Collectors.toMap(RuntimeEndpoint::uid, pod -> pod));
        var before = followed.getOrDefault(server, Followed.NOTHING);
        var now = new HashMap<String, ReplicaFollower>();
        running.forEach(
                (uid, pod) -> now.put(uid, follow(server, pod, before.pods().get(uid))));
        before.pods().forEach((uid, follower) -> {
            if (!now.containsKey(uid)) {
                follower.stop();
            }
        });
        if (existing.isEmpty()) {
            followed.remove(server);
        } else {
            followed.put(server, new Followed(existing.size(), now));
        }
        announce(server);
    }

    private ReplicaFollower follow(ServerKey server, RuntimeEndpoint pod, ReplicaFollower before) {
        if (before != null && before.follows(pod)) {
            before.seen(pod);
            return before;
        }
        if (before != null) {
            before.stop();
        }
        var follower = new ReplicaFollower(server, pod, port, () -> announce(server));
        follower.start();
        return follower;
    }

    private synchronized void announce(ServerKey server) {
        if (closed) {
            return;
        }
        var now = followed.getOrDefault(server, Followed.NOTHING);
        seen.accept(
                server,
                new Replicas(
                        now.existing(),
                        now.pods().values().stream()
                                .map(ReplicaFollower::replica)
                                .sorted(Comparator.comparing(Replicas.Replica::pod))
                                .toList()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        followed.values().forEach(server -> server.pods().values().forEach(ReplicaFollower::stop));
        port.close();
    }

    /** @param pods those that run, by uid */
    private record Followed(int existing, Map<String, ReplicaFollower> pods) {
        static final Followed NOTHING = new Followed(0, Map.of());
    }
}
