package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.catalog.encoding.Slot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Writes into a published catalog what only an operator of a later version writes. */
final class NewerOperator {
    private final KubernetesClient client;
    private final String namespace;
    private final CatalogNames names;

    NewerOperator(KubernetesClient client, String namespace, String server) {
        this.client = client;
        this.namespace = namespace;
        this.names = new CatalogNames(server);
    }

    /** Gives one definition a field called {@code later}; the others of its slot stay as they are. */
    void addUnknownField(LeafIdentity definition) throws IOException {
        var index = read(names.index());
        var slot = read(names.slot(Slot.of(definition)));
        for (var entry : slot.getBinaryData().entrySet()) {
            var json = unpacked(entry.getValue());
            var identity = "\"name\":\"%s\",\"uid\":".formatted(definition.name());
            assertThat(json).containsOnlyOnce(identity);
            var end = json.indexOf('}', json.indexOf(identity)) + 1;
            var newer =
                    (json.substring(0, end) + ",\"later\":true" + json.substring(end)).getBytes(StandardCharsets.UTF_8);
            add(slot, Digest.of(newer), packed(newer));
            replace(index, entry.getKey(), Digest.of(newer));
        }
    }

    private ConfigMap read(String name) {
        return client.configMaps().inNamespace(namespace).withName(name).require();
    }

    private void add(ConfigMap slot, String digest, byte[] content) {
        client.resource(new ConfigMapBuilder(slot)
                        .addToBinaryData(digest, Base64.getEncoder().encodeToString(content))
                        .build())
                .update();
    }

    /** The index names the other content instead. */
    private void replace(ConfigMap index, String before, String after) {
        var known = index.getData().get(CatalogNames.INDEX_ENTRY);
        assertThat(known).containsOnlyOnce(before);
        client.resource(new ConfigMapBuilder(index)
                        .addToData(CatalogNames.INDEX_ENTRY, known.replace(before, after))
                        .build())
                .update();
    }

    private static String unpacked(String entry) throws IOException {
        try (var gzip =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(entry)))) {
            return new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static byte[] packed(byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }
}
