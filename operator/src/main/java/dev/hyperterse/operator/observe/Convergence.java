package dev.hyperterse.operator.observe;

import dev.hyperterse.operator.read.RuntimeEndpoint;
import dev.hyperterse.operator.report.Replicas;
import dev.hyperterse.operator.resolve.ServerKey;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Follows what each running pod of each server serves, and hands on the newest answers of a server's pods together. */
public final class Convergence implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);

    private final Function<ServerKey, List<RuntimeEndpoint>> pods;
    private final BiConsumer<ServerKey, Replicas> seen;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();
    private final Map<ServerKey, Map<String, Followed>> followed = new HashMap<>();
    private boolean closed;

    /** @param seen is called for one server at a time, with what its pods said last */
    public Convergence(Function<ServerKey, List<RuntimeEndpoint>> pods, BiConsumer<ServerKey, Replicas> seen) {
        this.pods = pods;
        this.seen = seen;
    }

    /** Looks at which pods there are now. */
    public synchronized void podsChanged(ServerKey server) {
        if (closed) {
            return;
        }
        var running = pods.apply(server).stream()
                .filter(pod -> pod.running() && !pod.address().isEmpty())
                .collect(Collectors.toMap(RuntimeEndpoint::uid, pod -> pod));
        var ofServer = followed.computeIfAbsent(server, _ -> new HashMap<>());
        ofServer.entrySet().removeIf(entry -> {
            var gone = !running.containsKey(entry.getKey());
            if (gone) {
                entry.getValue().follower().stop();
            }
            return gone;
        });
        running.forEach((uid, pod) -> ofServer.compute(
                uid, (_, before) -> before == null ? follow(server, pod) : new Followed(pod, before.follower())));
        if (ofServer.isEmpty()) {
            followed.remove(server);
        }
        announce(server);
    }

    private Followed follow(ServerKey server, RuntimeEndpoint pod) {
        var follower = new ReplicaFollower(pod, client, () -> announce(server));
        follower.start();
        return new Followed(pod, follower);
    }

    private synchronized void announce(ServerKey server) {
        if (closed) {
            return;
        }
        seen.accept(
                server,
                new Replicas(Optional.ofNullable(followed.get(server)).orElse(Map.of()).values().stream()
                        .map(it -> new Replicas.Replica(
                                it.pod().name(), it.pod().ready(), it.follower().revision()))
                        .sorted(Comparator.comparing(Replicas.Replica::pod))
                        .toList()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        followed.values()
                .forEach(pods -> pods.values().forEach(it -> it.follower().stop()));
        client.shutdownNow();
    }

    private record Followed(RuntimeEndpoint pod, ReplicaFollower follower) {}
}
