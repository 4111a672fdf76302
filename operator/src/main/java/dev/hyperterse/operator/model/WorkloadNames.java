package dev.hyperterse.operator.model;

import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The names and labels of the objects of one server. */
public record WorkloadNames(String namespace, String server) {
    /** On every object that belongs to a server; informers select by it. */
    public static final String SERVER_LABEL = "hyperterse.dev/server";

    /** On pods: the uid of the server they were made for, because one of the same name may take its place. */
    public static final String SERVER_UID = "hyperterse.dev/server-uid";

    public static final String VERSION_LABEL = "app.kubernetes.io/version";
    public static final String MANAGER_LABEL = "app.kubernetes.io/managed-by";
    public static final String OPERATOR = "hyperterse-operator";

    public static final int HTTP_PORT = 8080;
    public static final int ADMIN_PORT = 9090;

    /** Whether the operator writes the object, as far as its labels say. */
    public static boolean managed(ObjectMeta object) {
        return object.getLabels() != null && OPERATOR.equals(object.getLabels().get(MANAGER_LABEL));
    }

    /** Whether a pod was made for the server with that uid. Any client that may create pods may label one. */
    public static boolean madeFor(ObjectMeta pod, String uid) {
        return serverUid(pod).equals(Optional.of(uid));
    }

    /** Of the server that a pod was made for. */
    public static Optional<String> serverUid(ObjectMeta pod) {
        return Optional.ofNullable(pod.getAnnotations()).map(annotations -> annotations.get(SERVER_UID));
    }

    /** The server that an object is labelled with. */
    public static ServerKey server(HasMetadata object) {
        var metadata = object.getMetadata();
        return new ServerKey(metadata.getNamespace(), metadata.getLabels().get(SERVER_LABEL));
    }

    public static WorkloadNames of(ServerKey server) {
        return new WorkloadNames(server.namespace(), server.name());
    }

    public static WorkloadNames of(HyperterseServer server) {
        return new WorkloadNames(
                server.getMetadata().getNamespace(), server.getMetadata().getName());
    }

    /** Deployment, ServiceAccount, Role and RoleBinding. */
    public String runtime() {
        return server + "-runtime";
    }

    public String service() {
        return server;
    }

    /** Whether an object of that name is one of those. */
    public boolean include(String namespace, String name) {
        return namespace.equals(this.namespace) && (name.equals(runtime()) || name.equals(service()));
    }

    public CatalogNames catalog() {
        return new CatalogNames(server);
    }

    /** The labels of a selector; they can never change, because a Deployment's selector is immutable. */
    public Map<String, String> selector() {
        var labels = new TreeMap<String, String>();
        labels.put("app.kubernetes.io/name", "hyperterse-runtime");
        labels.put("app.kubernetes.io/instance", server);
        return labels;
    }

    public Map<String, String> labels(String version) {
        var labels = new TreeMap<>(selector());
        labels.put("app.kubernetes.io/component", "runtime");
        labels.put(MANAGER_LABEL, OPERATOR);
        labels.put(VERSION_LABEL, version);
        labels.put(SERVER_LABEL, server);
        return labels;
    }
}
