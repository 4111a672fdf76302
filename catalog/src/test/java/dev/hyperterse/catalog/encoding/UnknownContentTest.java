package dev.hyperterse.catalog.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.Samples;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.access.PastCalls;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.values.ValueKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Catalogs of a newer operator: what this build does not know may be a protection, so nothing of it is ignored. */
class UnknownContentTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final Slot SLOT = new Slot(0);

    /** Members that hold whatever their author wrote, and not records of the catalog. */
    private static final Set<String> FREE =
            Set.of("inputSchema", "outputSchema", "claims", "renderings", "parameters", "environment", "frontmatter");

    private final CatalogCodec codec = new CatalogCodec();

    static Stream<Leaf> leaves() {
        var rule = new AccessRule(
                "own",
                "inputs.a == 'b'",
                new AccessRule.Program(
                        "AA==",
                        Set.of(AccessRule.Variable.INPUTS),
                        Set.of("x-team"),
                        Set.of(new PastCalls(
                                PastCalls.Of.CALLER, Optional.of("transfer"), Optional.of("amount"), 3600))),
                Optional.of("no"));
        var guarded = Samples.tool("guarded")
                .with(Optional.of(AccessPolicy.of(List.of(rule)).decidedAtTheCall()))
                .with(draft -> draft.callableFrom = Optional.of(new ToolLeaf.Callers(false, List.of("billing"))));
        return Stream.concat(Stream.of(guarded), Samples.oneOfEverything().stream());
    }

    @ParameterizedTest
    @MethodSource("leaves")
    void unknownFieldAnywhereInADefinitionRefusesIt(Leaf leaf) {
        for (var place : records(tree(leaf))) {
            var newer = tree(leaf);
            ((ObjectNode) newer.at(place)).put("later", true);

            assertThat(decode(newer))
                    .containsExactly(refused(leaf, "the field '%s'".formatted(path(place.appendProperty("later")))));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /type                                 | the type 'gadget'
            /action/type                          | the type 'gadget' of 'action'
            /inputs/form                          | the type 'gadget' of 'inputs'
            /action/statement/segments/3/segment  | the type 'gadget' of 'action.statement.segments[3]'
            /inputs/fields/0/type                 | the value 'gadget' of 'inputs.fields[0].type'
            /result/overflow                      | the value 'gadget' of 'result.overflow'
            /access/decided                       | the value 'gadget' of 'access.decided'
            /access/rules/0/program/reads/0       | the value 'gadget' of 'access.rules[0].program.reads[0]'
            """)
    void unknownTypesAndValuesRefuseTheDefinition(String place, String unknown) {
        var leaf = leaves().findFirst().orElseThrow();

        assertThat(decode(withGadget(tree(leaf), place))).containsExactly(refused(leaf, unknown));
    }

    /** As a replica reads them that is older than the prompts and resources of other servers. */
    @ParameterizedTest
    @CsvSource({"script.action", "body.action"})
    void unknownActionOfAPromptOrResourceRefusesOnlyThat(String action) {
        var place = "/%s/type".formatted(action.replace('.', '/'));
        var newer = leaves().filter(leaf -> tree(leaf).at(place).isString()).toList();
        var others = leaves().filter(leaf -> !newer.contains(leaf)).toList();

        assertThat(newer).isNotEmpty();
        assertThat(decode(Stream.concat(
                                newer.stream().map(leaf -> withGadget(tree(leaf), place)),
                                others.stream().map(UnknownContentTest::tree))
                        .toArray(JsonNode[]::new)))
                .containsExactlyElementsOf(Stream.<DecodedLeaf>concat(
                                newer.stream()
                                        .map(leaf -> refused(leaf, "the type 'gadget' of '%s'".formatted(action))),
                                others.stream().map(DecodedLeaf.Served::new))
                        .toList());
    }

    @Test
    void otherDefinitionsOfTheSlotAreServed() {
        var all = leaves().map(UnknownContentTest::tree).toList();
        var newer = tree(Samples.tool("newer"));
        newer.putObject("quota");
        var gadget = withGadget(withGadget(tree(Samples.tool("b")), "/type"), "/identity/kind");
        var served = leaves().map(DecodedLeaf.Served::new).toArray(DecodedLeaf[]::new);

        assertThat(decode(all.toArray(JsonNode[]::new))).containsExactly(served);
        assertThat(decode(Stream.concat(Stream.of(newer, gadget), all.stream()).toArray(JsonNode[]::new)))
                .startsWith(refused(Samples.tool("newer"), "the field 'quota'"))
                .endsWith(served)
                .hasSize(served.length + 2);
    }

    /** The whole definition is of a later kind; what it is called is known all the same. */
    @Test
    void unknownKindOfADefinitionRefusesOnlyThat() {
        var gadget = withGadget(tree(Samples.prompt()), "/identity/kind");

        assertThat(decode(gadget, tree(Samples.tool("a"))))
                .containsExactly(
                        new DecodedLeaf.Unsupported(
                                "gadget shop/greet", unknown("the value 'gadget' of 'identity.kind'")),
                        new DecodedLeaf.Served(Samples.tool("a")));
    }

    @Test
    void unknownFieldOfASlotRefusesTheSlot() {
        var json = "{\"format\":1,\"order\":\"reversed\",\"leaves\":[]}".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> codec.decodeSlot(json, SLOT))
                .isInstanceOf(CatalogException.class)
                .hasMessage("slot 00 cannot be read: " + unknown("the field 'order'"));
    }

    @Test
    void unknownFieldAnywhereInTheIndexRefusesTheCatalog() {
        var index = tree(protectedIndex());
        assertThat(codec.decodeIndex(JSON.writeValueAsBytes(index))).isEqualTo(protectedIndex());

        for (var place : records(index)) {
            var newer = index.deepCopy();
            ((ObjectNode) newer.at(place)).put("later", true);
            var json = JSON.writeValueAsBytes(newer);

            assertThatThrownBy(() -> codec.decodeIndex(json))
                    .isInstanceOf(CatalogException.class)
                    .hasMessage("the index cannot be read: "
                            + unknown("the field '%s'".formatted(path(place.appendProperty("later")))));
        }
    }

    /** Those that protect a server are among the places of the test above. */
    @Test
    void everySectionOfTheSettingsIsAPlaceForUnknownFields() {
        assertThat(records(tree(protectedIndex())))
                .extracting(JsonPointer::toString)
                .contains(
                        "",
                        "/revision",
                        "/parts/0",
                        "/server",
                        "/server/info",
                        "/server/auth",
                        "/server/auth/required/0",
                        "/server/auth/policy",
                        "/server/auth/decision",
                        "/server/adapters/0",
                        "/server/adapters/0/engine",
                        "/server/adapters/0/engine/tls",
                        "/server/adapters/0/pool",
                        "/server/limits",
                        "/server/sessions",
                        "/server/http",
                        "/server/search",
                        "/server/traces");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/server/auth/mode", "/server/exposure", "/server/logLevel", "/server/adapters/0/access"})
    void unknownValueInTheSettingsRefusesTheCatalog(String place) {
        var json = JSON.writeValueAsBytes(withGadget(tree(protectedIndex()), place));

        assertThatThrownBy(() -> codec.decodeIndex(json))
                .isInstanceOf(CatalogException.class)
                .hasMessage("the index cannot be read: "
                        + unknown("the value 'gadget' of '%s'".formatted(path(JsonPointer.compile(place)))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/server/auth/required/0", "/server/adapters/0/engine"})
    void unknownTypeInTheSettingsRefusesTheCatalog(String place) {
        var json = JSON.writeValueAsBytes(withGadget(tree(protectedIndex()), place + "/type"));

        assertThatThrownBy(() -> codec.decodeIndex(json))
                .isInstanceOf(CatalogException.class)
                .hasMessage("the index cannot be read: "
                        + unknown("the type 'gadget' of '%s'".formatted(path(JsonPointer.compile(place)))));
    }

    private static CatalogIndex protectedIndex() {
        var plugin = new AuthPlugin.Script(
                "opaque",
                List.of("authorization"),
                ValueKey.auth("opaque", "code"),
                Collections.emptySortedMap(),
                List.of(),
                List.of());
        var auth = new AuthSettings(
                        AuthSettings.Mode.Required,
                        List.of(plugin),
                        Optional.of("https://shop/mcp"),
                        Optional.of(AccessPolicy.of(List.of())))
                .decidedBy(new DecisionSettings(
                        "https://decide.example",
                        500,
                        DecisionSettings.Failure.Closed,
                        ValueKey.auth("decision", "key"),
                        Optional.empty()));
        var traces = new TraceExport("http://collector:4317", TraceExport.Protocol.Grpc, 0.01, Set.of(), false);
        return new CatalogIndex(
                CatalogCodec.FORMAT,
                new Revision("e1", 1, "abc"),
                Samples.server().with(draft -> {
                    draft.auth = auth;
                    draft.traces = Optional.of(traces);
                }),
                List.of(new CatalogIndex.Part(new Slot(3), "def", 100)),
                Optional.empty(),
                Optional.empty());
    }

    /** The places of all objects that are records of the catalog. */
    private static List<JsonPointer> records(JsonNode root) {
        var found = new ArrayList<JsonPointer>();
        addRecords(JsonPointer.empty(), root, found);
        return found;
    }

    private static void addRecords(JsonPointer place, JsonNode node, List<JsonPointer> found) {
        if (node.isObject()) {
            found.add(place);
            node.properties().stream()
                    .filter(member -> !FREE.contains(member.getKey()))
                    .forEach(member -> addRecords(place.appendProperty(member.getKey()), member.getValue(), found));
        }
        for (var index = 0; node.isArray() && index < node.size(); index++) {
            addRecords(place.appendIndex(index), node.get(index), found);
        }
    }

    /** As in {@code inputs.fields[0]}. */
    private static String path(JsonPointer place) {
        return place.toString().substring(1).replaceAll("/(\\d+)", "[$1]").replace('/', '.');
    }

    private static ObjectNode withGadget(ObjectNode tree, String place) {
        var member = JsonPointer.compile(place);
        switch (tree.at(member.head())) {
            case ObjectNode parent -> parent.put(member.last().getMatchingProperty(), "gadget");
            case ArrayNode list -> list.set(member.last().getMatchingIndex(), "gadget");
            default -> throw new IllegalArgumentException(place + " is not there");
        }
        return tree;
    }

    private List<DecodedLeaf> decode(JsonNode... leaves) {
        var slot = JSON.createObjectNode().put("format", CatalogCodec.FORMAT);
        slot.putArray("leaves").addAll(List.of(leaves));
        return codec.decodeSlot(JSON.writeValueAsBytes(slot), SLOT);
    }

    private static ObjectNode tree(Leaf leaf) {
        return (ObjectNode) JSON.readTree(new CatalogCodec().encode(leaf).json());
    }

    private static ObjectNode tree(CatalogIndex index) {
        return (ObjectNode) JSON.readTree(new CatalogCodec().encode(index));
    }

    private static DecodedLeaf refused(Leaf leaf, String what) {
        return new DecodedLeaf.Unsupported(leaf.identity().display(), unknown(what));
    }

    private static String unknown(String what) {
        return "this build does not know %s, which a newer version wrote".formatted(what);
    }
}
