package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.Entries;
import dev.hyperterse.operator.resolve.ServerKey;
import dev.hyperterse.operator.workload.WorkloadNames;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The ConfigMaps and Secrets that servers refer to. Contents are read by GET when they are first needed and forgotten when
 * a watch says that the object changed; the watches remember names and versions only, and exist only for namespaces in
 * which something is referred to.
 */
final class DocumentWatch implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(5);

    private final KubernetesClient client;
    private final Consumer<ServerKey> concerned;
    private final Map<DocumentName, Read> read = new ConcurrentHashMap<>();
    private final Map<DocumentName, Set<ServerKey>> users = new HashMap<>();
    private final Map<Place, Watch> watches = new HashMap<>();
    private long changes;

    DocumentWatch(KubernetesClient client, Consumer<ServerKey> concerned) {
        this.client = client;
        this.concerned = concerned;
    }

    AskedDocuments known() {
        var contents = new HashMap<DocumentName, Optional<Entries>>();
        read.forEach((name, document) -> contents.put(name, document.entries()));
        return new AskedDocuments(contents);
    }

    /** Notes what a server refers to, so that it hears of changes, and forgets what nobody refers to any more. */
    synchronized void used(ServerKey server, Set<DocumentName> documents) {
        for (var name : documents) {
            users.computeIfAbsent(name, _ -> new HashSet<>()).add(server);
        }
        users.entrySet().removeIf(entry -> {
            if (!documents.contains(entry.getKey())) {
                entry.getValue().remove(server);
            }
            return entry.getValue().isEmpty();
        });
        read.keySet().retainAll(users.keySet());
    }

    /** Reads them, for that server, which hears of every change from here on. */
    void fetch(ServerKey server, Set<DocumentName> missing) {
        for (var name : missing) {
            await(follow(server, name), name);
            while (!remember(name)) {
                // It changed while it was read.
            }
        }
    }

    private boolean remember(DocumentName name) {
        long before;
        synchronized (this) {
            before = changes;
        }
        var document = get(name);
        synchronized (this) {
            if (changes == before) {
                read.put(name, document);
            }
            return changes == before;
        }
    }

    /** The watch comes before the look: a change in between is then heard of. */
    private static void await(CompletionStage<Void> watching, DocumentName name) {
        try {
            watching.toCompletableFuture().get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new NotReadYet(name + " cannot be followed: interrupted", interrupted);
        } catch (ExecutionException | TimeoutException failed) {
            throw new NotReadYet(name + " cannot be followed yet", failed);
        }
    }

    private Read get(DocumentName name) {
        try {
            return switch (name.type()) {
                case CONFIG_MAP ->
                    Optional.ofNullable(client.configMaps()
                                    .inNamespace(name.namespace())
                                    .withName(name.name())
                                    .get())
                            .map(DocumentWatch::read)
                            .orElse(Read.ABSENT);
                case SECRET ->
                    Optional.ofNullable(client.secrets()
                                    .inNamespace(name.namespace())
                                    .withName(name.name())
                                    .get())
                            .map(DocumentWatch::read)
                            .orElse(Read.ABSENT);
            };
        } catch (KubernetesClientException failed) {
            throw new NotReadYet(name + " cannot be read: " + failed.getMessage(), failed);
        }
    }

    private synchronized CompletionStage<Void> follow(ServerKey server, DocumentName name) {
        users.computeIfAbsent(name, _ -> new HashSet<>()).add(server);
        return watches.computeIfAbsent(new Place(name.type(), name.namespace()), this::open)
                .ready();
    }

    /** Catalogs carry the label; to follow them here would be to follow every tenant's statements. */
    private Watch open(Place place) {
        return switch (place.type()) {
            case CONFIG_MAP -> {
                var informer = client.configMaps()
                        .inNamespace(place.namespace())
                        .withoutLabel(WorkloadNames.SERVER_LABEL)
                        .runnableInformer(0);
                yield new Watch(
                        informer,
                        Following.start(
                                informer,
                                it -> new ConfigMapBuilder()
                                        .withMetadata(nameAndVersion(it))
                                        .build(),
                                (before, after) -> changed(place, before, after)));
            }
            case SECRET -> {
                var informer = client.secrets()
                        .inNamespace(place.namespace())
                        .withoutLabel(WorkloadNames.SERVER_LABEL)
                        .runnableInformer(0);
                yield new Watch(
                        informer,
                        Following.start(
                                informer,
                                it -> new SecretBuilder()
                                        .withMetadata(nameAndVersion(it))
                                        .build(),
                                (before, after) -> changed(place, before, after)));
            }
        };
    }

    private <T extends HasMetadata> void changed(Place place, Optional<T> before, Optional<T> after) {
        var metadata = after.or(() -> before).orElseThrow().getMetadata();
        var name = new DocumentName(place.type(), place.namespace(), metadata.getName());
        var version = after.map(it -> it.getMetadata().getResourceVersion()).orElse("");
        Set<ServerKey> affected;
        synchronized (this) {
            affected = Set.copyOf(users.getOrDefault(name, Set.of()));
            var known = read.get(name);
            if (affected.isEmpty() || known != null && known.version().equals(version)) {
                return;
            }
            changes++;
            read.remove(name);
        }
        affected.forEach(concerned);
    }

    private static ObjectMeta nameAndVersion(HasMetadata object) {
        var metadata = object.getMetadata();
        return new ObjectMetaBuilder()
                .withNamespace(metadata.getNamespace())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withResourceVersion(metadata.getResourceVersion())
                .build();
    }

    private static Read read(ConfigMap configMap) {
        var binary = new HashMap<String, byte[]>();
        Optional.ofNullable(configMap.getBinaryData())
                .orElse(Map.of())
                .forEach((key, base64) -> binary.put(key, Base64.getDecoder().decode(base64)));
        var text = Optional.ofNullable(configMap.getData()).orElse(Map.of());
        return new Read(
                Optional.of(new Entries(text, binary)), configMap.getMetadata().getResourceVersion());
    }

    private static Read read(Secret secret) {
        var values = new HashMap<String, byte[]>();
        Optional.ofNullable(secret.getData())
                .orElse(Map.of())
                .forEach((key, base64) -> values.put(key, Base64.getDecoder().decode(base64)));
        return new Read(
                Optional.of(Entries.decoded(values)), secret.getMetadata().getResourceVersion());
    }

    @Override
    public synchronized void close() {
        watches.values().forEach(watch -> watch.informer().stop());
    }

    /** Where one watch looks. */
    private record Place(DocumentName.Type type, String namespace) {}

    /** One watch, and when it has read what exists. */
    private record Watch(SharedIndexInformer<?> informer, CompletionStage<Void> ready) {}

    /** What a GET found, and in which version; an object that does not exist has none. */
    private record Read(Optional<Entries> entries, String version) {
        static final Read ABSENT = new Read(Optional.empty(), "");
    }
}
