package dev.hyperterse.controlplane;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The command lines of the programs, to be run in one working directory. The API server listens on 127.0.0.1 only; etcd on
 * sockets in that directory, so that no other control plane can ever be met by mistake.
 */
record Commands(
        Provision.Available programs,
        int port,
        ClusterCredentials credentials,
        boolean controllers,
        String serviceRange,
        Optional<ApiServerAuditLog> audit) {
    /** An ordinary one; nothing routes to it. */
    static final String UNREACHABLE_SERVICES = "10.96.0.0/16";

    /** Below the working directory. */
    static final String ETCD_DATA = "etcd";

    // etcd insists on a port; for a unix socket it becomes part of the file's name.
    private static final String ETCD_CLIENT = "unix://etcd-client:1";
    private static final String ETCD_PEER = "unix://etcd-peer:1";

    String apiServerUrl() {
        return "https://127.0.0.1:" + port;
    }

    /**
     * The environment of each of them: this JVM's, and half the garbage collections of Go's default. They share few
     * processors with what is tested on them, and hold little.
     */
    static Map<String, String> environment() {
        var environment = new HashMap<>(System.getenv());
        environment.putIfAbsent("GOGC", "200");
        return environment;
    }

    List<String> etcd() {
        return List.of(
                programs.pathOf(Program.ETCD).toString(),
                "--data-dir=" + ETCD_DATA,
                "--listen-client-urls=" + ETCD_CLIENT,
                "--advertise-client-urls=" + ETCD_CLIENT,
                "--listen-peer-urls=" + ETCD_PEER,
                "--initial-advertise-peer-urls=" + ETCD_PEER,
                "--initial-cluster=default=" + ETCD_PEER,
                // Nothing here has to survive a power cut.
                "--unsafe-no-fsync");
    }

    List<String> apiServer() {
        var key = credentials.serviceAccountKey().toString();
        var command = new ArrayList<>(List.of(
                programs.pathOf(Program.KUBE_APISERVER).toString(),
                "--etcd-servers=" + ETCD_CLIENT,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=" + credentials.directory(),
                "--token-auth-file=" + credentials.tokens(),
                "--authorization-mode=RBAC",
                "--service-cluster-ip-range=" + serviceRange,
                "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
                "--service-account-key-file=" + key,
                "--service-account-signing-key-file=" + key,
                // EndpointSlices refuse loopback addresses, so the API server must not register its own.
                "--endpoint-reconciler-type=none",
                "--allow-privileged=true"));
        if (!controllers) {
            // Without the controller that makes them, a namespace has no ServiceAccount and would accept no Pod.
            command.add("--disable-admission-plugins=ServiceAccount");
        }
        audit.map(ApiServerAuditLog::options).ifPresent(command::addAll);
        return command;
    }

    /**
     * Controllers that make Endpoints are off, because they cannot express what runs on loopback addresses.
     *
     * @param kubeconfig of the administrator
     */
    List<String> controllerManager(Path kubeconfig) {
        return List.of(
                programs.pathOf(Program.KUBE_CONTROLLER_MANAGER).toString(),
                "--kubeconfig=" + kubeconfig,
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig,
                "--bind-address=127.0.0.1",
                "--secure-port=0",
                "--leader-elect=false",
                "--use-service-account-credentials=true",
                "--service-account-private-key-file=" + credentials.serviceAccountKey(),
                // One machine, one tenant: nothing is gained by making its controllers wait.
                "--kube-api-qps=200",
                "--kube-api-burst=400",
                "--root-ca-file=" + credentials.servingCertificate(),
                "--controllers=*,-endpoint,-endpointslice,-endpointslicemirroring,-nodelifecycle,-nodeipam");
    }
}
