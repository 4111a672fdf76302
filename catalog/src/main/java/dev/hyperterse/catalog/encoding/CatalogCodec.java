package dev.hyperterse.catalog.encoding;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.server.ServerSettings;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Catalogs as JSON bytes. Writing is deterministic: equal records give equal bytes, on every machine, because digests
 * decide what is published and what is swapped. Reading ignores nothing, because a field, a type or a value that this build
 * does not know may be a protection: a leaf that has one is refused by itself, and an index that has one as a whole.
 */
public final class CatalogCodec {
    /** The number of the only wire format there is: another one is refused (decision 0003). */
    public static final int FORMAT = 1;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(
                    ignored -> JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .addModule(RecordInstantiators.module())
            .build();

    public byte[] encode(CatalogIndex index) {
        return MAPPER.writeValueAsBytes(index);
    }

    public byte[] encode(ServerSettings settings) {
        return MAPPER.writeValueAsBytes(settings);
    }

    /** One leaf, to be put into a slot; kept by the operator so that a slot is rewritten without encoding its neighbours. */
    public EncodedLeaf encode(Leaf leaf) {
        return new EncodedLeaf(leaf.identity(), MAPPER.writeValueAsBytes(leaf));
    }

    /**
     * A check of what was written: readers that do not parse one leaf refuse its whole slot.
     *
     * @throws CatalogException where they would
     */
    public void requireReadable(EncodedLeaf leaf) {
        for (var decoded : decodeSlot(SlotPacking.json(List.of(leaf)), Slot.of(leaf.identity()))) {
            if (decoded instanceof DecodedLeaf.Unsupported(var definition, var reason)) {
                throw new CatalogException(definition + " cannot be read: " + reason);
            }
        }
    }

    /** A compiled script by itself, as values have it. */
    public String encode(CompiledScript script) {
        return MAPPER.writeValueAsString(script);
    }

    public CompiledScript decodeScript(String json) {
        return bind(parse(json.getBytes(StandardCharsets.UTF_8), "a script"), CompiledScript.class, "a script");
    }

    /** Anything out of the catalog as a tree, for people to read. */
    public JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    public CatalogIndex decodeIndex(byte[] json) {
        var tree = parse(json, "the index");
        requireReadable(tree, "the index");
        var index = bind(tree, CatalogIndex.class, "the index");
        requireEachSlotOnce(index);
        return index;
    }

    /** The leaves of one slot; each that this build cannot read is refused by itself. */
    public List<DecodedLeaf> decodeSlot(byte[] json, Slot slot) {
        return wholeSlot(json).orElseGet(() -> leafByLeaf(json, "slot " + slot.suffix()));
    }

    /**
     * A slot of which this build serves every leaf, as it does of nearly every slot: read at once, without the tree that
     * costs as much as the leaves. What is wrong with any other is for {@link #leafByLeaf} to find out.
     */
    private Optional<List<DecodedLeaf>> wholeSlot(byte[] json) {
        try {
            return Optional.ofNullable(MAPPER.readValue(json, StoredSlot.class))
                    .filter(slot -> isReadable(slot.format())
                            && slot.leaves().stream().allMatch(leaf -> leaf != null && leaf.identity() != null))
                    .map(slot -> List.copyOf(
                            slot.leaves().stream().map(DecodedLeaf.Served::new).toList()));
        } catch (JacksonException odd) {
            return Optional.empty();
        }
    }

    private record StoredSlot(JsonNode format, List<Leaf> leaves) {
        StoredSlot {
            format = format == null ? MissingNode.getInstance() : format;
            leaves = leaves == null ? List.of() : leaves;
        }
    }

    private List<DecodedLeaf> leafByLeaf(byte[] json, String slot) {
        var tree = parse(json, slot);
        requireReadable(tree, slot);
        return bind(tree, UnreadSlot.class, slot).leaves().stream()
                .map(leaf -> decodeLeaf(leaf, slot))
                .toList();
    }

    /** A slot whose leaves are read one by one. */
    private record UnreadSlot(JsonNode format, List<JsonNode> leaves) {
        UnreadSlot {
            leaves = leaves == null ? List.of() : List.copyOf(leaves);
        }
    }

    private static DecodedLeaf decodeLeaf(JsonNode leaf, String slot) {
        var definition = display(leaf.path("identity"), slot);
        try {
            return new DecodedLeaf.Served(MAPPER.treeToValue(leaf, Leaf.class));
        } catch (JacksonException unknown) {
            return new DecodedLeaf.Unsupported(definition, UnknownContent.describe(unknown));
        } catch (IllegalArgumentException odd) {
            return new DecodedLeaf.Unsupported(definition, String.valueOf(odd.getMessage()));
        }
    }

    /** The definition as {@link LeafIdentity#display} names it, whose kind this build may not know. */
    private static String display(JsonNode identity, String slot) {
        var parts = Stream.of("kind", "namespace", "name").map(identity::path).toList();
        if (!parts.stream().allMatch(JsonNode::isString)) {
            throw new CatalogException("a leaf of " + slot + " has no identity");
        }
        var object = "%s %s/%s".formatted(parts.stream().map(JsonNode::asString).toArray());
        var item = identity.path("item");
        return item.isString() ? object + " item " + item.asString() : object;
    }

    /** With two contents for one slot it would be ambiguous which one is valid. */
    private static void requireEachSlotOnce(CatalogIndex index) {
        var named = new HashSet<Slot>();
        for (var part : index.parts()) {
            if (!named.add(part.slot())) {
                throw new CatalogException("the index names slot " + part.slot().suffix() + " more than once");
            }
        }
    }

    private static void requireReadable(JsonNode document, String what) {
        var format = document.path("format");
        if (!isReadable(format)) {
            throw new CatalogException("%s has format %s; this build reads %d".formatted(what, format, FORMAT));
        }
    }

    private static boolean isReadable(JsonNode format) {
        return format.asInt(0) == FORMAT;
    }

    private static JsonNode parse(byte[] json, String what) {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException broken) {
            throw new CatalogException(what + " is not JSON: " + broken.getOriginalMessage(), broken);
        }
    }

    private static <T> T bind(JsonNode tree, Class<T> type, String what) {
        try {
            return MAPPER.treeToValue(tree, type);
        } catch (JacksonException broken) {
            throw new CatalogException(what + " cannot be read: " + UnknownContent.describe(broken), broken);
        } catch (IllegalArgumentException broken) {
            throw new CatalogException(what + " cannot be read: " + broken.getMessage(), broken);
        }
    }
}
