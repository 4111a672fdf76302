package dev.hyperterse.playground.node;

import dev.hyperterse.controlplane.ChildProcess;
import dev.hyperterse.playground.network.LoopbackBlock;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes every pod without a node, and runs it. */
public final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final Duration LIST_AGAIN = Duration.ofSeconds(5);

    private final KubernetesClient client;
    private final NodeSettings settings;
    private final LoopbackBlock addresses;
    private final PodApi api;
    private final Map<String, Held> held = new ConcurrentHashMap<>();
    private final SharedIndexInformer<Pod> informer;
    private final Thread lister = Thread.ofVirtual().unstarted(this::listAgainAndAgain);
    private volatile boolean closed;

    private record Held(PodWorker worker, Thread thread) {}

    private Node(KubernetesClient client, NodeSettings settings, LoopbackBlock addresses) {
        this.client = client;
        this.settings = settings;
        this.addresses = addresses;
        this.api = new PodApi(client, settings.name());
        this.informer = client.pods().inAnyNamespace().runnableInformer(0);
    }

    public static Node start(KubernetesClient client, NodeSettings settings, LoopbackBlock addresses) {
        var node = new Node(client, settings, addresses);
        NodeObject.register(client, settings.name(), NodeSettings.HOST_ADDRESS);
        node.informer.addEventHandler(node.new Events());
        node.informer.start().toCompletableFuture().join();
        node.lister.start();
        return node;
    }

    /** By namespace and name. */
    public List<RunningPod> pods() {
        return held.values().stream()
                .map(one -> one.worker().snapshot())
                .sorted(RunningPod.BY_NAME)
                .toList();
    }

    /** The process of a pod's first container, to be paused or killed; nothing while it has none. */
    public Optional<ChildProcess> process(String namespace, String pod) {
        return held.values().stream()
                .map(Held::worker)
                .filter(worker -> {
                    var snapshot = worker.snapshot();
                    return snapshot.namespace().equals(namespace)
                            && snapshot.name().equals(pod);
                })
                .flatMap(worker -> worker.containers().getFirst().process().stream())
                .filter(ChildProcess::isAlive)
                .findFirst();
    }

    private final class Events implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {
            observe(pod);
        }

        @Override
        public void onUpdate(Pod before, Pod pod) {
            observe(pod);
        }

        @Override
        public void onDelete(Pod pod, boolean missed) {
            vanish(pod.getMetadata().getUid());
        }
    }

    private void observe(Pod pod) {
        var nodeName = pod.getSpec().getNodeName();
        if (closed || nodeName != null && !nodeName.equals(settings.name())) {
            return;
        }
        if (nodeName == null) {
            // A call of its own thread: the informer must not wait for the API server it serves.
            Thread.startVirtualThread(() -> bind(pod));
            return;
        }
        held.computeIfAbsent(pod.getMetadata().getUid(), _ -> hold(pod))
                .worker()
                .observe(pod);
    }

    private Held hold(Pod pod) {
        var address = addresses.takePodAddress();
        var worker = new PodWorker(pod, address, settings, PodParts.of(pod, address, client, settings));
        var thread = Thread.ofVirtual().unstarted(() -> {
            try {
                worker.run();
            } finally {
                held.remove(pod.getMetadata().getUid());
                addresses.giveBack(address);
            }
        });
        thread.start();
        return new Held(worker, thread);
    }

    private void vanish(String uid) {
        var one = held.get(uid);
        if (one != null) {
            one.worker().vanish();
        }
    }

    private void bind(Pod pod) {
        try {
            api.bind(pod);
        } catch (KubernetesClientException refused) {
            LOG.info("pod {} is not bound yet", pod.getMetadata().getName(), refused);
        }
    }

    /** An informer can miss what happens while the API server is away or goes back in time. */
    private void listAgainAndAgain() {
        try {
            while (true) {
                Thread.sleep(LIST_AGAIN);
                listAgain();
            }
        } catch (InterruptedException closed) {
            // The node closes.
        }
    }

    private void listAgain() {
        // Only pods that were known before the list was requested can be missing from it.
        var before = Set.copyOf(held.keySet());
        try {
            var there = new HashSet<String>();
            for (var pod : client.pods().inAnyNamespace().list().getItems()) {
                there.add(pod.getMetadata().getUid());
                observe(pod);
                Optional.ofNullable(held.get(pod.getMetadata().getUid()))
                        .ifPresent(one -> one.worker().compare(pod));
            }
            before.stream().filter(uid -> !there.contains(uid)).forEach(this::vanish);
        } catch (KubernetesClientException away) {
            LOG.debug("the API server does not answer", away);
        }
    }

    /** Ends every process, without a word to the API server. */
    @Override
    public void close() {
        closed = true;
        lister.interrupt();
        informer.close();
        var all = List.copyOf(held.values());
        all.forEach(one -> one.thread().interrupt());
        for (var one : all) {
            try {
                one.thread().join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
