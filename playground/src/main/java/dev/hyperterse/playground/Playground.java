package dev.hyperterse.playground;

import dev.hyperterse.controlplane.ChildProcess;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Directories;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.Program;
import dev.hyperterse.controlplane.Programs;
import dev.hyperterse.controlplane.Provision;
import dev.hyperterse.playground.network.LoopbackBlock;
import dev.hyperterse.playground.network.Services;
import dev.hyperterse.playground.node.Node;
import dev.hyperterse.playground.node.NodeSettings;
import dev.hyperterse.playground.node.RunningPod;
import dev.hyperterse.playground.node.volume.ApiAddress;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running control plane and node. Closing it ends every process and deletes every file. */
public final class Playground implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Playground.class);
    private static final int REQUEST_MILLIS = 5_000;
    private static final String NODE = "playground";

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Path home;
    private final ControlPlane controlPlane;
    private final KubernetesClient client;
    private final Node node;
    private final Services services;

    private Playground(Provision.Available programs, PlaygroundOptions options) {
        try {
            this.home = newHome(options.home());
            opened.push(() -> Directories.delete(home));
            var addresses = opening(LoopbackBlock.claim(new SecureRandom()));
            options.progress().accept("starting etcd, kube-apiserver and kube-controller-manager");
            this.controlPlane = opening(ControlPlane.startIn(
                    home.resolve("controlplane"), programs, addresses.serviceRange(), options.audited()));
            this.client = opening(client(controlPlane));
            var settings = new NodeSettings(
                    NODE,
                    home,
                    options.images(),
                    ApiAddress.of(controlPlane.url()),
                    options.timing(),
                    Clock.systemUTC());
            this.node = opening(Node.start(client, settings, addresses));
            this.services = opening(Services.start(client, node::pods));
            options.operators().ifPresent(operators -> install(operators, options.progress()));
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /** Returns when what was asked for is installed and ready. */
    public static Playground start(PlaygroundOptions options) {
        return switch (Programs.ofThisUser().provide(Program.values())) {
            case Provision.Available programs -> start(programs, options);
            case Provision.Unavailable(var reason) -> throw new PlaygroundException(reason);
        };
    }

    public static Playground start(Provision.Available programs, PlaygroundOptions options) {
        return new Playground(programs, options);
    }

    private void install(int operators, Consumer<String> progress) {
        var installation = new Installation(kubectl());
        progress.accept("installing custom resources and operator");
        installation.apply(Product.manifest());
        progress.accept("waiting for " + operators + (operators == 1 ? " operator" : " operators"));
        installation.runOperators(operators);
    }

    /** Makes an existing namespace a gateway namespace, as its administrator would. */
    public void openGateway(String namespace) {
        new Installation(kubectl()).openGateway(namespace);
    }

    public ControlPlane controlPlane() {
        return controlPlane;
    }

    public Kubectl kubectl() {
        return controlPlane.kubectl();
    }

    /** As administrator. */
    public KubernetesClient client() {
        return client;
    }

    public Path home() {
        return home;
    }

    public List<RunningPod> pods() {
        return node.pods();
    }

    public List<Services.OpenPort> services() {
        return services.open();
    }

    /** {@code host:port} of the first port of a Service; nothing while the Service does not exist. */
    public Optional<String> service(String namespace, String name) {
        return services().stream()
                .filter(port ->
                        port.namespace().equals(namespace) && port.service().equals(name))
                .map(Services.OpenPort::hostAndPort)
                .findFirst();
    }

    /** The process of a pod's first container, to be killed, paused, resumed. */
    public Optional<ChildProcess> process(String namespace, String pod) {
        return node.process(namespace, pod);
    }

    private static Path newHome(Optional<Path> wanted) {
        try {
            return wanted.isPresent()
                    ? Files.createDirectories(wanted.get().toAbsolutePath())
                    : Files.createTempDirectory("playground-");
        } catch (IOException unwritable) {
            throw new PlaygroundException("no folder for the playground: " + unwritable, unwritable);
        }
    }

    private static KubernetesClient client(ControlPlane controlPlane) {
        var config = Config.fromKubeconfig(controlPlane.kubeconfig().toFile());
        // The address is one of this machine: no proxy leads there.
        config.setHttpsProxy(null);
        config.setHttpProxy(null);
        // The caller retries; a node must not hang on an API server that is away.
        config.setRequestRetryBackoffLimit(0);
        config.setRequestTimeout(REQUEST_MILLIS);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private <T extends AutoCloseable> T opening(T part) {
        opened.push(part);
        return part;
    }

    /** Pods first, then what they talk to, then the files. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception left) {
                LOG.warn("not everything could be closed", left);
            }
        }
    }
}
