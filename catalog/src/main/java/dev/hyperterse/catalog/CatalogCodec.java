package dev.hyperterse.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.server.ServerSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Catalogs as JSON bytes. Writing is deterministic: equal records give equal bytes, on every machine, because digests
 * decide what is published and what is swapped. Reading refuses leaf by leaf what it cannot serve, and settings of a server
 * with a field that it does not know; other unknown fields are ignored.
 */
public final class CatalogCodec {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(
                    ignored -> JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .addModule(RecordInstantiators.module())
            .build();

    private static final JsonMapper KNOWING_EVERY_FIELD = MAPPER.rebuild()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** Sections of the settings that protect nothing, so a build without their newer fields may serve (decision 0003). */
    private static final Set<String> DESCRIPTIVE = Set.of("info", "search", "logLevel", "traces", "statementComments");

    private final Format reads;
    private final Collection<String> features;

    /** The codec of this build. */
    public CatalogCodec() {
        this(Format.NEWEST, Feature.SUPPORTED);
    }

    /** A reader of that format that serves those features; tests play older and newer builds with it. */
    CatalogCodec(Format reads, Collection<String> features) {
        this.reads = reads;
        this.features = features;
    }

    public byte[] encode(CatalogIndex index) {
        return MAPPER.writeValueAsBytes(index);
    }

    /** The settings of a server as the index has them. */
    public byte[] encode(ServerSettings settings) {
        return MAPPER.writeValueAsBytes(settings);
    }

    /** One leaf, to be put into a slot; kept by the operator so that a slot is rewritten without encoding its neighbours. */
    public EncodedLeaf encode(Leaf leaf) {
        return new EncodedLeaf(leaf.identity(), MAPPER.writeValueAsBytes(leaf));
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
        requireKnownSettings(tree.path("server"));
        requireEachSlotOnce(index);
        return index;
    }

    /** The leaves of one slot; each that needs what this build does not have is refused by itself. */
    public List<DecodedLeaf> decodeSlot(byte[] json, Slot slot) {
        return wholeSlot(json).orElseGet(() -> leafByLeaf(json, slot));
    }

    /**
     * A slot of which this build serves every leaf, as it does of nearly every slot: read at once, without the tree that
     * costs as much as the leaves. What is wrong with any other is for {@link #leafByLeaf} to find out.
     */
    private Optional<List<DecodedLeaf>> wholeSlot(byte[] json) {
        try {
            return Optional.ofNullable(MAPPER.readValue(json, StoredSlot.class))
                    .filter(slot ->
                            isReadable(slot.format()) && slot.leaves().stream().allMatch(this::isServed))
                    .map(slot -> List.copyOf(
                            slot.leaves().stream().map(DecodedLeaf.Served::new).toList()));
        } catch (JacksonException odd) {
            return Optional.empty();
        }
    }

    /** A slot as it is stored. */
    private record StoredSlot(JsonNode format, List<Leaf> leaves) {
        StoredSlot {
            format = format == null ? MissingNode.getInstance() : format;
            leaves = leaves == null ? List.of() : leaves;
        }
    }

    private boolean isServed(Leaf leaf) {
        return leaf != null && leaf.identity() != null && features.containsAll(leaf.requires());
    }

    private List<DecodedLeaf> leafByLeaf(byte[] json, Slot slot) {
        var tree = parse(json, "slot " + slot.suffix());
        requireReadable(tree, "slot " + slot.suffix());
        var leaves = new ArrayList<DecodedLeaf>();
        for (var leaf : tree.path("leaves")) {
            leaves.add(decodeLeaf(leaf, slot));
        }
        return List.copyOf(leaves);
    }

    private DecodedLeaf decodeLeaf(JsonNode leaf, Slot slot) {
        var unnamed = "a leaf of slot " + slot.suffix();
        if (!leaf.path("identity").isObject()) {
            throw new CatalogException(unnamed + " has no identity");
        }
        var identity = bind(leaf.path("identity"), LeafIdentity.class, unnamed);
        var missing = new TreeSet<String>();
        leaf.path("requires").forEach(feature -> {
            if (!features.contains(feature.asString())) {
                missing.add(feature.asString());
            }
        });
        return missing.isEmpty() ? served(leaf, identity) : new DecodedLeaf.Unsupported(identity, List.copyOf(missing));
    }

    /** A leaf whose writer forgot to name what it needs must not take its neighbours with it. */
    private static DecodedLeaf served(JsonNode leaf, LeafIdentity identity) {
        try {
            return new DecodedLeaf.Served(bind(leaf, Leaf.class, identity.display()));
        } catch (CatalogException unreadable) {
            return new DecodedLeaf.Unsupported(identity, List.of(unreadable.getMessage()));
        }
    }

    /** A field that this build does not know may be a protection, and to serve without it would be to fail open. */
    private static void requireKnownSettings(JsonNode server) {
        if (server.deepCopy() instanceof ObjectNode settings) {
            settings.remove(DESCRIPTIVE);
            try {
                KNOWING_EVERY_FIELD.treeToValue(settings, ServerSettings.class);
            } catch (UnrecognizedPropertyException unknown) {
                throw new CatalogException(
                        "the settings of the server have '%s', which this build does not know; a newer operator wrote it: upgrade the runtime"
                                .formatted(field(unknown)),
                        unknown);
            }
        }
    }

    /** As in {@code auth.required[0].audience}. */
    private static String field(UnrecognizedPropertyException unknown) {
        var field = new StringBuilder();
        unknown.getPath()
                .forEach(step -> field.append(
                        step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName()));
        return field.substring(1);
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

    private void requireReadable(JsonNode document, String what) {
        var format = document.path("format");
        if (!isReadable(format)) {
            throw new CatalogException(
                    "%s has format %s; this build reads %d and the one before".formatted(what, format, reads.number()));
        }
    }

    private boolean isReadable(JsonNode format) {
        var written = format.asInt(0);
        return written >= 1 && new Format(written).readableBy(reads);
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
        } catch (JacksonException | IllegalArgumentException broken) {
            throw new CatalogException(what + " cannot be read: " + broken.getMessage(), broken);
        }
    }
}
