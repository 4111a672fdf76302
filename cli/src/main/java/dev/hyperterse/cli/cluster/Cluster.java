package dev.hyperterse.cli.cluster;

import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.cli.report.Page;
import dev.hyperterse.cli.snapshot.AdmittedObjects;
import dev.hyperterse.cli.status.ClusterState;
import dev.hyperterse.cli.status.Lookup;
import dev.hyperterse.compiler.resolve.grant.Namespaces;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A cluster as its user may see it. */
public final class Cluster implements AutoCloseable {
    /** Commands must report an unreachable cluster soon. */
    private static final int CONNECT_MILLIS = 5_000;

    private static final int RETRIES = 2;

    private final KubernetesClient client;
    private final ReferredObjects referred;

    private Cluster(KubernetesClient client) {
        this.client = client;
        this.referred = new ReferredObjects(client);
    }

    /**
     * Reads where the cluster is; nothing is asked yet.
     *
     * @param kubeconfig a file; otherwise as kubectl finds it
     * @param context of that file; otherwise its current one
     */
    public static Cluster connect(Optional<Path> kubeconfig, Optional<String> context) {
        var config = config(kubeconfig, context.orElse(null));
        // The client takes another one, or none, where there is none of that name.
        context.filter(name -> config.getCurrentContext() == null
                        || !name.equals(config.getCurrentContext().getName()))
                .ifPresent(name -> {
                    throw new UnreadableCluster("the kubeconfig has no context " + name);
                });
        return new Cluster(new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(config)
                        .withConnectionTimeout(CONNECT_MILLIS)
                        .withRequestRetryBackoffLimit(RETRIES)
                        .build())
                .withKubernetesSerialization(ApiSerialization.create())
                .build());
    }

    private static Config config(Optional<Path> kubeconfig, String context) {
        try {
            return kubeconfig
                    .map(file -> Config.fromKubeconfig(context, file.toFile()))
                    .orElseGet(() -> Config.autoConfigure(context));
        } catch (KubernetesClientException unreadable) {
            throw new UnreadableCluster("cannot read the kubeconfig: " + unreadable.getMessage(), unreadable);
        }
    }

    /**
     * All servers, tools, prompts and resources; where the user may not list them everywhere, those of the namespaces given.
     *
     * @param namespaces that the directory has to do with
     */
    public AdmittedObjects objects(Set<String> namespaces) {
        return answered(() -> {
            var servers = list(HyperterseServer.class, ManifestKind.SERVER, namespaces);
            var tools = list(Tool.class, ManifestKind.TOOL, namespaces);
            var prompts = list(Prompt.class, ManifestKind.PROMPT, namespaces);
            var resources = list(McpResource.class, ManifestKind.RESOURCE, namespaces);
            var known = Stream.of(servers, tools, prompts, resources)
                    .flatMap(Collection::stream)
                    .map(object -> object.getMetadata().getNamespace());
            var labels =
                    labels(Stream.concat(known, namespaces.stream()).distinct().toList());
            return new AdmittedObjects(
                    servers,
                    tools,
                    prompts,
                    resources,
                    new ClusterDocuments(client),
                    labels,
                    Map.of(),
                    Optional.empty());
        });
    }

    /** The names of the objects of a kind of ours in a namespace. */
    public List<String> names(ManifestKind kind, String namespace) {
        return answered(
                () -> client
                        .genericKubernetesResources(kind.apiVersion(), kind.kind())
                        .inNamespace(namespace)
                        .list()
                        .getItems()
                        .stream()
                        .map(object -> object.getMetadata().getName())
                        .toList());
    }

    public List<Tool> tools(String namespace) {
        return answered(
                () -> client.resources(Tool.class).inNamespace(namespace).list().getItems());
    }

    /** Whether a Secret exists; where Secrets may not be listed, it is taken to. */
    public boolean hasSecret(String namespace, String name) {
        return answered(() ->
                referred.secrets(namespace).map(it -> it.containsKey(name)).orElse(true));
    }

    /** The namespace of the context, as kubectl takes it. */
    public String namespace() {
        return Optional.ofNullable(client.getNamespace()).orElse("default");
    }

    /**
     * Makes something of what the cluster holds for {@code status}.
     *
     * @param namespace empty for all
     */
    public <T> T observe(
            Optional<String> namespace, String operatorNamespace, BiFunction<ClusterState, Lookup, T> question) {
        var reader = new StatusReader(client, referred);
        return answered(() -> question.apply(reader.read(namespace, operatorNamespace), reader));
    }

    /**
     * What a report tells of the cluster.
     *
     * @param namespace empty for all
     */
    public List<Page> evidence(Optional<String> namespace, String operatorNamespace) {
        return answered(() -> new EvidenceReader(client).read(namespace, operatorNamespace));
    }

    /** A connection to a replica of the server, by way of the API server. */
    public ForwardedPort forward(String namespace, String server) {
        return answered(() -> ForwardedPort.open(client, namespace, server));
    }

    @Override
    public void close() {
        client.close();
    }

    private <T extends HasMetadata> List<T> list(Class<T> type, ManifestKind kind, Set<String> namespaces) {
        var objects = new ArrayList<T>();
        try {
            objects.addAll(client.resources(type).inAnyNamespace().list().getItems());
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw refused;
            }
            namespaces.forEach(namespace -> objects.addAll(
                    client.resources(type).inNamespace(namespace).list().getItems()));
        }
        objects.forEach(object -> asOfADirectory(object, kind));
        return objects;
    }

    /** An object of a directory and the one of the cluster that it would replace have the same uid. */
    private static void asOfADirectory(HasMetadata object, ManifestKind kind) {
        var metadata = object.getMetadata();
        metadata.setUid(new ObjectKey(kind, metadata.getNamespace(), metadata.getName()).uid());
    }

    private Namespaces labels(List<String> names) {
        var labels = new HashMap<String, Map<String, String>>();
        for (var name : names) {
            Optional.ofNullable(client.namespaces().withName(name).get())
                    .map(Namespace::getMetadata)
                    .ifPresent(metadata -> labels.put(name, metadata.getLabels()));
        }
        return new Namespaces(labels);
    }

    /** @throws UnreadableCluster in place of what its client throws */
    static <T> T answered(Supplier<T> question) {
        try {
            return question.get();
        } catch (KubernetesClientException failed) {
            throw unreadable(failed);
        }
    }

    private static UnreadableCluster unreadable(KubernetesClientException failed) {
        return failed.getCause() instanceof IOException unreachable
                ? new UnreadableCluster(
                        "the cluster does not answer; check --kubeconfig and --context: " + reason(unreachable), failed)
                : new UnreadableCluster("the cluster cannot be read: " + failed.getMessage(), failed);
    }

    /**
     * The answer of the API server.
     *
     * @param namespace empty for all
     * @throws UnreadableCluster when the user has no right to it; says what to ask an administrator for
     */
    static <T> T allowed(String verb, String resource, Optional<String> namespace, Supplier<T> question) {
        try {
            return question.get();
        } catch (KubernetesClientException failed) {
            if (failed.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw failed;
            }
            var where = namespace.map("in namespace "::concat).orElse("in all namespaces");
            throw new UnreadableCluster(
                    "you may not %s %s %s; ask for a role with the verb %s on %s"
                            .formatted(verb, resource, where, verb, resource),
                    failed);
        }
    }

    /** The client of the JDK leaves its own exceptions without a message. */
    private static String reason(IOException unreachable) {
        for (Throwable cause = unreachable; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "its host name has no address";
            }
            if (cause.getMessage() != null) {
                return cause.getMessage();
            }
        }
        return "nothing listens at its address";
    }
}
