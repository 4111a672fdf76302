package dev.hyperterse.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A running etcd and kube-apiserver, and a kube-controller-manager where asked for. Everything it keeps is in one
 * directory, which {@link #close()} deletes if {@link #start} made it.
 */
public final class ControlPlane implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final Path home;
    private final boolean temporary;
    private final ReservedPort port;
    private final Commands commands;
    private final ApiServerReadiness readiness;
    private final Map<Program, ChildProcess> running = new EnumMap<>(Program.class);
    private final Thread shutdown = new Thread(this::stop, "controlplane-shutdown");

    private ControlPlane(Path home, boolean temporary, ReservedPort port, Commands commands) {
        this.home = home;
        this.temporary = temporary;
        this.port = port;
        this.commands = commands;
        this.readiness = new ApiServerReadiness(commands.apiServerUrl(), commands.credentials());
    }

    /** Starts an empty one in a directory of its own and waits until it is ready. */
    public static ControlPlane start(Provision.Available programs, boolean withControllers) {
        try {
            var home = Files.createTempDirectory("controlplane-");
            return start(programs, home, true, withControllers, Commands.UNREACHABLE_SERVICES, false);
        } catch (IOException unwritable) {
            throw new ControlPlaneException("no temporary directory", unwritable);
        }
    }

    /** Starts one that keeps what it holds in {@code home}, and goes on with what is there. */
    public static ControlPlane startIn(Path home, Provision.Available programs, boolean withControllers) {
        return start(programs, home.toAbsolutePath(), false, withControllers, Commands.UNREACHABLE_SERVICES, false);
    }

    /**
     * The same with controllers, whose Services get their addresses from {@code serviceRange}, as in 10.96.0.0/16.
     *
     * @param audited whether requests of ServiceAccounts are recorded in {@link #auditLog()}
     */
    public static ControlPlane startIn(Path home, Provision.Available programs, String serviceRange, boolean audited) {
        return start(programs, home.toAbsolutePath(), false, true, serviceRange, audited);
    }

    private static ControlPlane start(
            Provision.Available programs,
            Path home,
            boolean temporary,
            boolean withControllers,
            String serviceRange,
            boolean audited) {
        var credentials = ClusterCredentials.in(home.resolve("credentials"));
        var audit = audited ? Optional.of(ApiServerAuditLog.in(home)) : Optional.<ApiServerAuditLog>empty();
        var port = ReservedPort.any();
        var commands = new Commands(programs, port.number(), credentials, withControllers, serviceRange, audit);
        var controlPlane = new ControlPlane(home, temporary, port, commands);
        Runtime.getRuntime().addShutdownHook(controlPlane.shutdown);
        try {
            controlPlane.startEverything();
            return controlPlane;
        } catch (RuntimeException failed) {
            controlPlane.close();
            throw failed;
        }
    }

    public String url() {
        return commands.apiServerUrl();
    }

    /** Bearer token of a member of system:masters. */
    public String adminToken() {
        return commands.credentials().adminToken();
    }

    /** PEM of the authority that signed the serving certificate. */
    public Path certificateAuthority() {
        return commands.credentials().servingCertificate();
    }

    /** Of the administrator; readable by this user only. */
    public Path kubeconfig() {
        return home.resolve("admin.kubeconfig");
    }

    /** One JSON document in each line, as the API server writes them; nothing where it was not asked for. */
    public Optional<Path> auditLog() {
        return commands.audit().map(ApiServerAuditLog::file);
    }

    public Kubectl kubectl() {
        return new Kubectl(commands.programs().pathOf(Program.KUBECTL), kubeconfig(), home);
    }

    /** The API server stops answering; its connections stay open, as with a network that swallows packets. */
    public synchronized void pauseApiServer() {
        running.get(Program.KUBE_APISERVER).pause();
    }

    public synchronized void resumeApiServer() {
        running.get(Program.KUBE_APISERVER).resume();
    }

    /** The API server is gone: connections are refused until {@link #startApiServer()}. */
    public synchronized void killApiServer() {
        end(Program.KUBE_APISERVER, ChildProcess::kill);
    }

    /** Starts it where it was, and waits until it is ready. */
    public synchronized void startApiServer() {
        readiness.await(start(Program.KUBE_APISERVER, commands.apiServer()), START_LIMIT);
    }

    /** A copy of everything that etcd holds, which is away for a moment: the API server finds it again by itself. */
    public synchronized Snapshot snapshot() {
        end(Program.ETCD, ChildProcess::kill);
        try {
            var copy = Files.createTempDirectory(home, "snapshot-").resolve("data");
            Directories.copy(data(), copy);
            start(Program.ETCD, commands.etcd());
            readiness.await(running.get(Program.KUBE_APISERVER), START_LIMIT);
            return new Snapshot(copy);
        } catch (IOException failed) {
            throw new ControlPlaneException("cannot copy the data of etcd", failed);
        }
    }

    /**
     * Puts everything back as it was: resource versions go backwards, as after a restored backup. Kubernetes' own
     * controllers do not notice, so they are started again, as its documentation asks.
     */
    public synchronized void restore(Snapshot snapshot) {
        end(Program.KUBE_CONTROLLER_MANAGER, ChildProcess::kill);
        stopServers();
        try {
            Directories.delete(data());
            Directories.copy(snapshot.data(), data());
            startServers();
            startControllers();
        } catch (IOException failed) {
            throw new ControlPlaneException("cannot restore the data of etcd", failed);
        }
    }

    /** The content of etcd at one moment; lives as long as its control plane. */
    public record Snapshot(Path data) {}

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(shutdown);
        } catch (IllegalStateException alreadyShuttingDown) {
            // The hook will find everything stopped.
        }
    }

    private synchronized void stop() {
        end(Program.KUBE_CONTROLLER_MANAGER, ChildProcess::kill);
        stopServers();
        port.close();
        if (temporary) {
            try {
                Directories.delete(home);
            } catch (IOException left) {
                throw new ControlPlaneException("cannot delete " + home, left);
            }
        }
    }

    private synchronized void startEverything() {
        startServers();
        writeKubeconfig();
        startControllers();
    }

    private void startControllers() {
        if (commands.controllers()) {
            start(Program.KUBE_CONTROLLER_MANAGER, commands.controllerManager(kubeconfig()));
        }
    }

    private void startServers() {
        start(Program.ETCD, commands.etcd());
        startApiServer();
    }

    private void stopServers() {
        // Asked politely, the API server would wait a minute for open watches.
        end(Program.KUBE_APISERVER, ChildProcess::kill);
        end(Program.ETCD, ChildProcess::close);
    }

    private ChildProcess start(Program program, List<String> command) {
        var process =
                ChildProcess.start(command, Commands.environment(), home, home.resolve(program.fileName() + ".log"));
        running.put(program, process);
        return process;
    }

    private void end(Program program, Consumer<ChildProcess> how) {
        var process = running.remove(program);
        if (process != null) {
            how.accept(process);
        }
    }

    private Path data() {
        return home.resolve(Commands.ETCD_DATA);
    }

    private void writeKubeconfig() {
        try {
            Files.deleteIfExists(kubeconfig());
            Files.createFile(
                    kubeconfig(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(kubeconfig(), commands.credentials().kubeconfig(url()));
        } catch (IOException unwritable) {
            throw new ControlPlaneException("cannot write the kubeconfig", unwritable);
        }
    }
}
