package dev.hyperterse.operator.workload;

import dev.hyperterse.operator.resolve.ServerKey;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.function.Consumer;

/** The pods of all servers, as the process watches them anyway: a second watch would be a second copy of each. */
public interface WatchedPods {
    /** Those that are labelled with the server. */
    List<Pod> labelled(ServerKey server);

    /** From now on it is told the server of each pod that changes, in whatever way, and no other listener is. */
    void listenToPods(Consumer<ServerKey> changed);
}
