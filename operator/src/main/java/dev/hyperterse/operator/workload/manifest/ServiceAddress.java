package dev.hyperterse.operator.workload.manifest;

import dev.hyperterse.compiler.server.setting.EndpointPath;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.workload.Workload;
import dev.hyperterse.operator.model.WorkloadNames;

/** The address of a server's endpoint for clients within the cluster, with the names of the segments of its path. */
public final class ServiceAddress {
    /** HTTP's own, which a URL need not name. */
    private static final int STANDARD_PORT = 80;

    private ServiceAddress() {}

    /** @param segments of the path that is served, as {@link EndpointPath#template} writes them */
    public static String url(HyperterseServer server, String segments) {
        var names = WorkloadNames.of(server);
        var port = server.getSpec().workload().map(ServiceAddress::port).orElse(STANDARD_PORT);
        return "http://" + names.service() + "." + names.namespace() + ".svc"
                + (port == STANDARD_PORT ? "" : ":" + port) + EndpointPath.PREFIX + segments;
    }

    static int port(Workload workload) {
        return workload.service().flatMap(Workload.ServiceSettings::port).orElse(STANDARD_PORT);
    }
}
