package dev.hyperterse.playground.network;

import dev.hyperterse.playground.node.RunningPod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A proxy at the address of every Service. */
public final class Services implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Services.class);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final KubernetesClient client;
    private final Supplier<List<RunningPod>> pods;
    private final Map<ServicePort, ServiceProxy> proxies = new HashMap<>();
    private final Thread thread = Thread.ofVirtual().unstarted(this::follow);

    private Services(KubernetesClient client, Supplier<List<RunningPod>> pods) {
        this.client = client;
        this.pods = pods;
    }

    public static Services start(KubernetesClient client, Supplier<List<RunningPod>> pods) {
        var services = new Services(client, pods);
        services.thread.start();
        return services;
    }

    /**
     * Where a port of a Service is open.
     *
     * @param portName empty where the only port has none
     * @param listening the port it is open at, another one where the Service's own belongs to root
     * @param readyPods how many pods it balances over now
     */
    public record OpenPort(
            String namespace, String service, String portName, int port, String address, int listening, int readyPods) {
        public String hostAndPort() {
            return address + ":" + listening;
        }
    }

    public synchronized List<OpenPort> open() {
        var running = pods.get();
        return proxies.entrySet().stream()
                .map(entry -> opened(entry.getKey(), entry.getValue(), running))
                .sorted(Comparator.comparing(OpenPort::namespace)
                        .thenComparing(OpenPort::service)
                        .thenComparing(OpenPort::port))
                .toList();
    }

    private static OpenPort opened(ServicePort port, ServiceProxy proxy, List<RunningPod> running) {
        return new OpenPort(
                port.namespace(),
                port.service(),
                port.name(),
                port.port(),
                port.address(),
                proxy.address().getPort(),
                port.backends(running).size());
    }

    /** Services are few and change seldom: looking often is simpler than a watch, and cannot miss anything. */
    private void follow() {
        try {
            while (true) {
                try {
                    take(client.services().inAnyNamespace().list().getItems());
                } catch (KubernetesClientException away) {
                    LOG.debug("the API server does not answer", away);
                }
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException closed) {
            // The playground closes.
        }
    }

    private synchronized void take(List<Service> services) {
        var wanted = new HashSet<ServicePort>();
        services.forEach(service -> wanted.addAll(ServicePort.of(service)));
        proxies.entrySet().removeIf(entry -> {
            if (wanted.contains(entry.getKey())) {
                return false;
            }
            entry.getValue().close();
            return true;
        });
        for (var port : wanted) {
            if (!proxies.containsKey(port)) {
                open(port);
            }
        }
    }

    private void open(ServicePort port) {
        try {
            var proxy = ServiceProxy.open(port.address(), port.port(), () -> port.backends(pods.get()));
            proxies.put(port, proxy);
        } catch (UncheckedIOException unavailable) {
            LOG.warn("service {}/{}: {}", port.namespace(), port.service(), unavailable.getMessage());
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        synchronized (this) {
            proxies.values().forEach(ServiceProxy::close);
            proxies.clear();
        }
    }
}
