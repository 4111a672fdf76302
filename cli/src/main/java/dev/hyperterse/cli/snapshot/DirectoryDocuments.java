package dev.hyperterse.cli.snapshot;

import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.compiler.resolve.Documents;
import dev.hyperterse.compiler.resolve.Entries;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The ConfigMaps and Secrets of a directory. Secrets are rarely kept beside manifests, so a key that a Secret lacks is
 * taken from the shell or a {@code .env} file by its name.
 */
final class DirectoryDocuments implements Documents {
    private final Map<ObjectKey, Entries> entries = new HashMap<>();
    private final Map<ObjectKey, Set<String>> referred;
    private final Map<String, String> environment;

    /**
     * @param referred the keys of Secrets that servers refer to
     * @param environment of the shell and {@code .env}
     */
    DirectoryDocuments(Map<ObjectKey, Set<String>> referred, Map<String, String> environment) {
        this.referred = Map.copyOf(referred);
        this.environment = Map.copyOf(environment);
    }

    /** Takes a ConfigMap or Secret that was admitted. */
    void add(ObjectKey key, Map<String, Object> content) {
        entries.put(key, key.kind() == ManifestKind.SECRET ? secret(content) : configMap(content));
    }

    @Override
    public Optional<Entries> configMap(String namespace, String name) {
        return Optional.ofNullable(entries.get(new ObjectKey(ManifestKind.CONFIG_MAP, namespace, name)));
    }

    @Override
    public Optional<Entries> secret(String namespace, String name) {
        var written = wholeSecret(namespace, name);
        var given = new HashMap<String, String>();
        referred.getOrDefault(new ObjectKey(ManifestKind.SECRET, namespace, name), Set.of()).stream()
                .filter(environment::containsKey)
                .forEach(key -> given.put(key, environment.get(key)));
        return given.isEmpty() ? written : Optional.of(completed(written.orElse(Entries.of(Map.of())), given));
    }

    @Override
    public Optional<Entries> wholeSecret(String namespace, String name) {
        return Optional.ofNullable(entries.get(new ObjectKey(ManifestKind.SECRET, namespace, name)));
    }

    private static Entries completed(Entries written, Map<String, String> given) {
        var text = new HashMap<>(given);
        text.keySet().removeAll(written.binary().keySet());
        text.putAll(written.text());
        return new Entries(text, written.binary(), false);
    }

    private static Entries configMap(Map<String, Object> content) {
        return Entries.ofConfigMap(labels(content), texts(content, "data"), bytes(content, "binaryData"))
                .writtenByReader();
    }

    /** The labels of an object as its manifest writes them. */
    static Map<String, String> labels(Map<String, Object> content) {
        return content.get("metadata") instanceof Map<?, ?> metadata ? texts(metadata, "labels") : Map.of();
    }

    private static Entries secret(Map<String, Object> content) {
        var decoded = Entries.decoded(bytes(content, "data"));
        var text = new HashMap<>(decoded.text());
        var binary = new HashMap<>(decoded.binary());
        texts(content, "stringData").forEach((key, value) -> {
            text.put(key, value);
            binary.remove(key);
        });
        return new Entries(text, binary, false);
    }

    private static Map<String, byte[]> bytes(Map<String, Object> content, String field) {
        var decoded = new HashMap<String, byte[]>();
        texts(content, field)
                .forEach(
                        (key, value) -> decoded.put(key, Base64.getDecoder().decode(value.replaceAll("[\\r\\n]", ""))));
        return decoded;
    }

    /** A null is an empty text, as for the API server. */
    private static Map<String, String> texts(Map<?, ?> content, String field) {
        var texts = new HashMap<String, String>();
        if (content.get(field) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> texts.put(key.toString(), value instanceof String text ? text : ""));
        }
        return texts;
    }
}
