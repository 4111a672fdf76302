package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.compiler.resolve.Entries;
import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.operator.model.Ownership;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The catalog objects of one server in a cluster, owned by that server so that they go when it goes. Reads ask etcd, not
 * a watch cache: a GET without a resource version is consistent.
 */
public final class ClusterStore implements ObjectStore {
    private static final Base64.Encoder ENCODER = Base64.getEncoder();

    private final KubernetesClient client;
    private final HasMetadata server;
    private final Runnable conflicted;

    /** @param conflicted counts writes that are rejected with a conflict */
    public ClusterStore(KubernetesClient client, HasMetadata server, Runnable conflicted) {
        this.client = client;
        this.server = server;
        this.conflicted = conflicted;
    }

    @Override
    public Optional<StoredObject> read(ObjectName name) {
        try {
            var named = object(name, Map.of(), Optional.empty());
            return Optional.ofNullable(client.resource(named).get()).map(it -> stored(owned(it)));
        } catch (KubernetesClientException failed) {
            throw failure(name.name() + " cannot be read", failed);
        }
    }

    @Override
    public Optional<StoredObject> write(ObjectName name, Map<String, byte[]> entries, Optional<String> replacing) {
        var object = client.resource(object(name, entries, replacing));
        try {
            return Optional.of(stored(replacing.isPresent() ? object.update() : object.create()));
        } catch (KubernetesClientException failed) {
            return switch (failed.getCode()) {
                // Not found: it was deleted since it was read.
                case HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND -> {
                    conflicted.run();
                    yield Optional.empty();
                }
                default -> throw failure(name.name() + " cannot be written", failed);
            };
        }
    }

    private static PublicationException failure(String what, KubernetesClientException failed) {
        var message = what + ": " + failed.getMessage();
        return failed.getCode() == HttpURLConnection.HTTP_FORBIDDEN
                ? new ForbiddenException(message, failed)
                : new PublicationException(message, failed);
    }

    private HasMetadata owned(HasMetadata object) {
        if (!Ownership.holdsOrTakesOver(server, object)) {
            throw new ForeignObjectException(Ownership.foreign(object));
        }
        return object;
    }

    private HasMetadata object(ObjectName name, Map<String, byte[]> entries, Optional<String> replacing) {
        var metadata = new ObjectMetaBuilder()
                .withNamespace(name.namespace())
                .withName(name.name())
                .withLabels(Ownership.labels(server))
                .withOwnerReferences(Ownership.of(server))
                .withResourceVersion(replacing.orElse(null))
                .build();
        return switch (name.type()) {
            case CONFIG_MAP -> configMap(metadata, entries);
            case SECRET -> secret(metadata, entries);
        };
    }

    /** Text stays readable with kubectl; contents of slots are archives. */
    private static ConfigMap configMap(ObjectMeta metadata, Map<String, byte[]> entries) {
        var text = new TreeMap<String, String>();
        var binary = new TreeMap<String, String>();
        entries.forEach((key, content) -> {
            if (key.equals(CatalogNames.INDEX_ENTRY) || key.equals(StoredIndex.CLAIM)) {
                text.put(key, new String(content, StandardCharsets.UTF_8));
            } else {
                binary.put(key, ENCODER.encodeToString(content));
            }
        });
        return new ConfigMapBuilder()
                .withMetadata(metadata)
                .withData(text)
                .withBinaryData(binary)
                .build();
    }

    private static Secret secret(ObjectMeta metadata, Map<String, byte[]> entries) {
        var data = new TreeMap<String, String>();
        entries.forEach((key, content) -> data.put(key, ENCODER.encodeToString(content)));
        return new SecretBuilder()
                .withMetadata(metadata)
                .withType("Opaque")
                .withData(data)
                .build();
    }

    private static StoredObject stored(HasMetadata object) {
        var entries = new TreeMap<String, byte[]>();
        if (object instanceof ConfigMap configMap) {
            Objects.requireNonNullElse(configMap.getData(), Map.<String, String>of())
                    .forEach((key, text) -> entries.put(key, text.getBytes(StandardCharsets.UTF_8)));
            entries.putAll(Entries.bytes(configMap.getBinaryData()));
        } else if (object instanceof Secret secret) {
            entries.putAll(Entries.bytes(secret.getData()));
        }
        return new StoredObject(entries, object.getMetadata().getResourceVersion());
    }
}
