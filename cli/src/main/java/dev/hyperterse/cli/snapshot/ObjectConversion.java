package dev.hyperterse.cli.snapshot;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.cli.manifest.ObjectKey;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Turns admitted content into the objects that the operator works on, with the same settings as its client. */
final class ObjectConversion {
    private ObjectConversion() {}

    /** The class of each kind of ours. */
    static Class<? extends HasMetadata> typeOf(ManifestKind kind) {
        return switch (kind) {
            case SERVER -> HyperterseServer.class;
            case TOOL -> Tool.class;
            case PROMPT -> Prompt.class;
            case RESOURCE -> McpResource.class;
            case CONFIG_MAP, SECRET, NAMESPACE -> throw new IllegalArgumentException(kind + " is read as it is");
        };
    }

    static HasMetadata convert(ObjectKey key, Map<String, Object> content) {
        var object = read(content, typeOf(key.kind()));
        var metadata = object.getMetadata();
        metadata.setNamespace(key.namespace());
        metadata.setUid(key.uid());
        metadata.setGeneration(generation(content));
        // Of a manifest that was exported from a cluster: here no object is older than another.
        metadata.setCreationTimestamp(null);
        return object;
    }

    /** By way of the text that the API server would send: in it a number has the width that the client expects. */
    private static HasMetadata read(Map<String, Object> content, Class<? extends HasMetadata> type) {
        try {
            var mapper = ApiSerialization.mapper();
            return mapper.readValue(mapper.writeValueAsBytes(content), type);
        } catch (IOException refused) {
            throw new UncheckedIOException("admitted content that does not fit its kind", refused);
        }
    }

    static <T> List<T> only(Class<T> type, List<HasMetadata> objects) {
        return objects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /**
     * Changes with the content, as the compiler's memo needs it; the order has no meaning. 53 bits: programs that read JSON
     * keep numbers as doubles.
     */
    private static long generation(Map<String, Object> content) {
        return ByteBuffer.wrap(Digest.bytes(content.toString())).getLong() >>> 11;
    }
}
