package dev.hyperterse.cli.difference;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.cli.snapshot.AdmittedObjects;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;

/**
 * Values in place of those in Secrets, so that servers compile without the right to read them. A key has the same value on both
 * sides of a comparison, and what a directory gives itself comes first.
 */
public final class StandInSecrets implements Documents {
    private final Documents known;
    private final BiPredicate<String, String> exists;
    private final Map<String, Map<String, String>> referred = new HashMap<>();

    private StandInSecrets(Documents known, BiPredicate<String, String> exists) {
        this.known = known;
        this.exists = exists;
    }

    /** The same objects, with a value for each key of a Secret that their servers refer to. */
    public static AdmittedObjects in(AdmittedObjects objects) {
        return in(objects, (_, _) -> true);
    }

    /** @param exists whether there is a Secret of that namespace and name; asked only of those that are referred to */
    public static AdmittedObjects in(AdmittedObjects objects, BiPredicate<String, String> exists) {
        var documents = new StandInSecrets(objects.documents(), exists);
        objects.servers().forEach(documents::collect);
        return objects.with(documents);
    }

    private void collect(HyperterseServer server) {
        JsonNode spec = ApiSerialization.mapper().valueToTree(server.getSpec());
        collect(server.getMetadata().getNamespace(), spec, false);
    }

    /** @param pem whether it is part of {@code tls}, where documents have to be PEM */
    private void collect(String namespace, JsonNode node, boolean pem) {
        var key = node.path("secretKeyRef");
        if (key.isObject()) {
            refer(namespace, key.path("name").asText(), key.path("key").asText(), pem);
        }
        var whole = node.path("secretRef");
        if (whole.isObject()) {
            refer(namespace, whole.path("name").asText(), "stand-in", false);
        }
        node.properties()
                .forEach(field -> collect(
                        namespace, field.getValue(), pem || field.getKey().equals("tls")));
        if (node.isArray()) {
            node.forEach(item -> collect(namespace, item, pem));
        }
    }

    private void refer(String namespace, String name, String key, boolean pem) {
        var value = "s"
                + UUID.nameUUIDFromBytes((namespace + "/" + name + "/" + key).getBytes(StandardCharsets.UTF_8))
                        .toString()
                        .replace("-", "");
        referred.computeIfAbsent(namespace + "/" + name, _ -> new HashMap<>())
                .put(key, pem ? "-----BEGIN STAND-IN-----\n" + value : value);
    }

    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return known.configMap(namespace, name);
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        return completed(known.secret(namespace, name), namespace, name);
    }

    @Override
    public Optional<Entries> wholeSecret(String namespace, String name) {
        var whole = known.wholeSecret(namespace, name);
        return whole.isPresent() ? whole : completed(whole, namespace, name);
    }

    private Optional<Entries> completed(Optional<Entries> entries, String namespace, String name) {
        var values = referred.get(namespace + "/" + name);
        if (values == null || entries.isEmpty() && !exists.test(namespace, name)) {
            return entries;
        }
        var text = new HashMap<>(values);
        var binary = entries.map(Entries::binary).orElseGet(Map::of);
        text.keySet().removeAll(binary.keySet());
        entries.ifPresent(it -> text.putAll(it.text()));
        return Optional.of(new Entries(text, binary, false));
    }
}
