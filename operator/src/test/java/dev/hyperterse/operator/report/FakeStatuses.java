package dev.hyperterse.operator.report;

import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.resolve.LeafKey;
import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/** Takes statuses, or refuses them with the codes it was told; what it took comes back by the watch. */
final class FakeStatuses implements StatusStore {
    private final FakeObjects objects;
    private final Queue<Integer> refusals = new ArrayDeque<>();
    private final List<LeafStatus> ofLeaves = new ArrayList<>();
    private final List<HyperterseServerStatus> ofServers = new ArrayList<>();
    private boolean watched = true;
    private Consumer<LeafKey> leafShown = _ -> {};
    private Consumer<ServerKey> serverShown = _ -> {};

    FakeStatuses(FakeObjects objects) {
        this.objects = objects;
    }

    void refuse(Integer... codes) {
        refusals.addAll(List.of(codes));
    }

    /** From now on the watch tells nothing. */
    void stopWatch() {
        watched = false;
    }

    /** From now on the watch shows each status that was written, before the write is answered. */
    void showTo(Consumer<LeafKey> leaves, Consumer<ServerKey> servers) {
        leafShown = leaves;
        serverShown = servers;
    }

    List<LeafStatus> ofLeaves() {
        return ofLeaves;
    }

    List<HyperterseServerStatus> ofServers() {
        return ofServers;
    }

    @Override
    public void write(LeafKey leaf, String uid, LeafStatus status) {
        answer();
        ofLeaves.add(status);
        if (watched) {
            objects.observe(leaf, status);
            leafShown.accept(leaf);
        }
    }

    @Override
    public void write(ServerKey server, String uid, HyperterseServerStatus status) {
        answer();
        ofServers.add(status);
        if (watched) {
            objects.observe(server, status);
            serverShown.accept(server);
        }
    }

    private void answer() {
        var code = refusals.poll();
        if (code != null) {
            throw new KubernetesClientException("refused", code, null);
        }
    }
}
