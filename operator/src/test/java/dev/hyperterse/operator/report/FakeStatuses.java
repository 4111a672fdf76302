package dev.hyperterse.operator.report;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus;
import dev.hyperterse.crds.v1alpha1.LeafStatus;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.model.ObjectVersion;
import dev.hyperterse.operator.queue.OutdatedException;
import dev.hyperterse.operator.report.write.StatusStore;
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
    private boolean losesAnswer;
    private boolean showsLate;
    private Runnable late = () -> {};
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

    /** The next status of a leaf is stored and shown by the watch, and the answer to the write is lost. */
    void loseAnswer() {
        losesAnswer = true;
    }

    /** The watch shows the next status of a leaf when the one after it is on its way. */
    void showLate() {
        showsLate = true;
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
    public ObjectVersion write(LeafKey leaf, ObjectVersion over, LeafStatus status) {
        late.run();
        late = () -> {};
        answer(leaf, over);
        ofLeaves.add(status);
        var version = objects.store(leaf);
        Runnable show = () -> {
            objects.observe(leaf, status, version);
            leafShown.accept(leaf);
        };
        if (showsLate) {
            showsLate = false;
            late = show;
        } else if (watched) {
            show.run();
        }
        if (losesAnswer) {
            losesAnswer = false;
            throw new KubernetesClientException("the connection was closed");
        }
        return new ObjectVersion(over.uid(), version);
    }

    @Override
    public ObjectVersion write(ServerKey server, ObjectVersion over, HyperterseServerStatus status) {
        answer(server, over);
        ofServers.add(status);
        var version = objects.store(server);
        if (watched) {
            objects.observe(server, status, version);
            serverShown.accept(server);
        }
        return new ObjectVersion(over.uid(), version);
    }

    private void answer(Object key, ObjectVersion over) {
        if (!objects.holds(key, over)) {
            throw new OutdatedException("%s is not in version %s any more".formatted(key, over.resourceVersion()));
        }
        var code = refusals.poll();
        if (code != null) {
            throw new KubernetesClientException("refused", code, null);
        }
    }
}
