package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.DecodedLeaf;
import dev.hyperterse.catalog.encoding.EncodedSlot;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.values.ValueSetCodec;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a replica that starts at this instant would serve; fails when the index names anything that is not there. */
record BootingReplica(Map<String, String> prompts, Map<String, String> values) {
    static Optional<BootingReplica> boot(ApiServerInMemory api, ServerIdentity server) {
        var codec = new CatalogCodec();
        return api.stored(ObjectName.index(server))
                .flatMap(stored -> StoredIndex.of(stored, codec).index())
                .map(index -> read(api, server, index, codec));
    }

    private static BootingReplica read(
            ApiServerInMemory api, ServerIdentity server, CatalogIndex index, CatalogCodec codec) {
        var prompts = new TreeMap<String, String>();
        for (var part : index.parts()) {
            var content = named(api, ObjectName.slot(server, part.slot()), part.sha256());
            for (var leaf : codec.decodeSlot(EncodedSlot.open(part, content), part.slot())) {
                if (leaf instanceof DecodedLeaf.Served(PromptLeaf prompt)) {
                    prompts.put(prompt.name(), prompt.description().orElseThrow());
                }
            }
        }
        var values = new TreeMap<String, String>();
        index.valueSet().ifPresent(id -> ValueSetCodec.decode(named(api, ObjectName.values(server), id))
                .forEach((key, value) -> values.put(key.name(), value)));
        return new BootingReplica(prompts, values);
    }

    private static byte[] named(ApiServerInMemory api, ObjectName name, String key) {
        return api.stored(name)
                .flatMap(stored -> Optional.ofNullable(stored.entries().get(key)))
                .orElseThrow(
                        () -> new AssertionError("the index names " + key + " in " + name + ", which is not there"));
    }
}
