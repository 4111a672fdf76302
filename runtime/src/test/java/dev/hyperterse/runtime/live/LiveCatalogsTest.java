package dev.hyperterse.runtime.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.live.definition.ListingTest;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.search.SearchHit;
import dev.hyperterse.search.document.SearchInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class LiveCatalogsTest {
    private final FakeLinker linker = new FakeLinker();
    private final LiveCatalogs catalogs = FakeLinker.catalogs(linker);
    private final Servers server = Servers.searching();

    @Test
    void unchangedToolsAreShared() {
        var before = catalogs.swap(server.catalog(1, Leaves.tool("a", "one"), Leaves.tool("b", "two")))
                .live();
        var after = catalogs.swap(server.catalog(2, Leaves.tool("a", "one"), Leaves.tool("b", "changed")))
                .live();

        assertThat(after.tool("a").orElseThrow()).isSameAs(before.tool("a").orElseThrow());
        assertThat(after.tool("b").orElseThrow()).isNotSameAs(before.tool("b").orElseThrow());
        assertThat(linker.linked()).containsExactly("a", "b", "b");
    }

    /** One object may bring many tools, which all get its next version when one of them changes. */
    @Test
    void unchangedToolOfAChangedObjectIsNeitherLinkedNorIndexedAgain() {
        var before = catalogs.swap(server.catalog(1, Leaves.tool("a", "one"))).live();
        var next = Leaves.tool("a", "one").with(draft -> draft.identity = inNextVersion(draft.identity));
        var after = catalogs.swap(server.catalog(2, next)).live();

        assertThat(linker.linked()).containsExactly("a");
        assertThat(after.tool("a").orElseThrow().leaf()).isEqualTo(next);
        assertThat(after.tool("a").orElseThrow().found())
                .isSameAs(before.tool("a").orElseThrow().found());
    }

    @Test
    void catalogAtTheUrlOfAToolsetIsLiveUntilTheNextSwap() {
        var sales = new Toolset("sales", Optional.empty(), Optional.empty(), List.of(), Toolset.Metadata.Published);
        var catalog = server.catalog(1, Leaves.tool("a", "one"));
        var live = catalogs.swap(new Catalog(
                        catalog.revision(),
                        catalog.server().with(draft -> draft.toolsets = List.of(sales)),
                        catalog.leaves(),
                        catalog.values()))
                .live();
        var atUrl = live.atUrlOf(Principal.named("keys", "ann").at(Optional.of("sales")));

        assertThat(atUrl).isNotSameAs(live);
        assertThat(catalogs.changeSince(atUrl)).isEmpty();
        catalogs.swap(server.catalog(2, Leaves.tool("a", "one")));
        assertThat(catalogs.changeSince(atUrl)).isPresent();
    }

    private static LeafIdentity inNextVersion(LeafIdentity of) {
        return new LeafIdentity(of.kind(), of.namespace(), of.name(), of.uid(), of.generation() + 1, of.item());
    }

    @Test
    void sameValuesInAnotherSetLinkNoToolAgain() {
        for (var set : List.of("first", "second")) {
            var catalog = server.catalog(1, Leaves.tool("a", "one"));
            var values = new ValueSet(set, Map.of(ValueKey.environment("REGION"), "eu"));
            catalogs.swap(new Catalog(catalog.revision(), catalog.server(), catalog.leaves(), values));
        }
        assertThat(linker.linked()).containsExactly("a");
    }

    @Test
    void toolOfARecreatedObjectIsLinkedAgain() {
        catalogs.swap(server.catalog(1, Leaves.tool("a", "one")));
        catalogs.swap(server.catalog(
                2,
                Leaves.tool("a", "one")
                        .with(draft -> draft.identity = new LeafIdentity(
                                draft.identity.kind(),
                                draft.identity.namespace(),
                                draft.identity.name(),
                                "other",
                                1))));

        assertThat(linker.linked()).containsExactly("a", "a");
    }

    @Test
    void removedToolIsNeverFoundAndANewOneAtOnce() {
        catalogs.swap(server.catalog(1, Leaves.tool("get-orders", "Orders"), Leaves.tool("list-users", "People")));
        var live = catalogs.swap(
                        server.catalog(2, Leaves.tool("get-orders", "Orders"), Leaves.tool("ship-order", "Send it")))
                .live();

        assertThat(live.search("list-users")).extracting(SearchHit::name).doesNotContain("list-users");
        assertThat(live.search("ship-order")).extracting(SearchHit::name).startsWith("ship-order");
    }

    /** A schema may require an input that may be null. */
    @ParameterizedTest
    @CsvSource({"[], true", "[id], false"})
    void inputOfAHitIsOptionalUnlessTheSchemaRequiresIt(String required, boolean optional) {
        var leaf = withSchema(Leaves.json(
                "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":[\"integer\",\"null\"]}},\"required\":%s}"
                        .formatted(required.replace("id", "\"id\""))));

        assertThat(catalogs.swap(server.catalog(1, leaf)).live().search("a"))
                .flatExtracting(hit -> hit.document().inputs())
                .extracting(SearchInput::optional)
                .containsExactly(optional);
    }

    /** None of these words begins with the other, nor is a typing error of it. */
    @ParameterizedTest
    @CsvSource({
        "German,  Eine Bestellung der Kundin, Bestellungen",
        "German,  Ein Haus und seine Mieter,  Häuser",
        "French,  Le journal de production,   journaux",
    })
    void wordIsFoundByInflectionsInTheLanguageOfTheServer(SearchLanguage language, String description, String asked) {
        var leaves = List.of(Leaves.tool("a", description), Leaves.tool("b", "something else"));

        assertThat(catalogs.swap(server.with(language).catalog(1, leaves))
                        .live()
                        .search(asked))
                .extracting(SearchHit::name)
                .containsExactly("a");
        assertThat(catalogs.swap(server.catalog(2, leaves)).live().search(asked))
                .as("in English")
                .isEmpty();
    }

    @Test
    void changedLanguageIndexesEveryToolAgain() {
        var leaves =
                List.of(Leaves.tool("a", "Ein Haus und seine Mieter"), Leaves.tool("b", "Stock of every warehouse"));
        var english = catalogs.swap(server.catalog(1, leaves)).live();
        var german = catalogs.swap(server.with(SearchLanguage.German).catalog(2, leaves))
                .live();
        var again = catalogs.swap(server.catalog(3, leaves)).live();

        assertThat(german.search("Häuser")).extracting(SearchHit::name).containsExactly("a");
        for (var live : List.of(english, again)) {
            assertThat(live.search("Häuser")).isEmpty();
            assertThat(live.search("warehouses")).extracting(SearchHit::name).containsExactly("b");
        }
        assertThat(linker.linked()).as("a language changes no statement").containsExactly("a", "b");
    }

    @Test
    void definitionOfAnotherBuildIsRefusedAlone() {
        var live = catalogs.swap(server.catalog(1, Leaves.tool("a", "one"), Leaves.tool("unlinkable", "no")))
                .live();

        assertThat(live.tools()).containsOnlyKeys("a");
        assertThat(live.refused())
                .extracting(LiveCatalog.Refused::reason)
                .singleElement()
                .asString()
                .contains("no such thing");
    }

    /** The last good version of a tool may come from a compiler that had no such bounds. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"properties": {"f": {"pattern": "(a{100}){100}"}}}          | a pattern has 20302 instructions, more than 1000
            {"properties": {"f": {"$ref": "#/$defs/p"}}, "$defs": {"p": {"pattern": "(a{100}){100}"}}} | a pattern has 20302 instructions, more than 1000
            {"patternProperties": {"(a{100}){100}": {}}}                 | a pattern has 20302 instructions, more than 1000
            CHAIN                                                        | its schema is nested too deeply
            """)
    void toolBeyondTheLimitsOfTheCompilerIsRefusedAlone(String schema, String why) {
        var links = FakeLinker.catalogs(new ActionLinker(ScriptLinker.none()));
        var kept = withSchema(Leaves.json(schema.equals("CHAIN") ? chainOfReferences() : schema));

        var live = links.swap(server.catalog(1, kept, Leaves.tool("b", "one"))).live();

        assertThat(live.tools()).containsOnlyKeys("b");
        assertThat(live.refused()).extracting(LiveCatalog.Refused::reason).containsExactly("cannot be linked: " + why);
    }

    private static String chainOfReferences() {
        var definitions = new StringBuilder();
        for (var index = 0; index < 20_000; index++) {
            definitions.append("\"d%d\":{\"$ref\":\"#/$defs/d%d\"},".formatted(index, index + 1));
        }
        return "{\"$ref\":\"#/$defs/d0\",\"$defs\":{" + definitions + "\"d20000\":{}}}";
    }

    @Test
    void failedSwapChangesNothing() {
        var before = catalogs.swap(server.catalog(1, Leaves.tool("a", "one"))).live();
        var changes = new ArrayList<CatalogChange>();
        catalogs.listen(changes::add);

        assertThatThrownBy(() -> catalogs.swap(withAdapter(server.catalog(2, Leaves.tool("b", "two")))))
                .hasMessage("no adapter was configured");

        assertThat(catalogs.current()).containsSame(before);
        assertThat(changes).isEmpty();
    }

    @Test
    void onlyVisibleDifferencesAreChanges() {
        var tool = Leaves.tool("a", "one");
        var prompt = Leaves.prompt("p", List.of(), new Content.Text(Template.literal("Hi")));
        var edited = Leaves.prompt("p", List.of(), new Content.Text(Template.literal("Hello")));
        var resource = Leaves.resource("test://a", Leaves.text("1"));
        var content = Leaves.resource("test://a", Leaves.text("2"));

        assertThat(lists(server.catalog(1, tool, prompt, resource), server.catalog(2, tool, prompt, resource)))
                .isEmpty();
        assertThat(lists(server.catalog(1, tool), server.catalog(2, Leaves.tool("a", "two"))))
                .containsExactly(ChangeKind.TOOLS);
        assertThat(lists(server.catalog(1, prompt), server.catalog(2, edited)))
                .as("the list shows no messages")
                .isEmpty();
        assertThat(lists(server.catalog(1, prompt), server.catalog(2))).containsExactly(ChangeKind.PROMPTS);
        assertThat(lists(server.catalog(1), server.catalog(2, resource))).containsExactly(ChangeKind.RESOURCES);
        assertThat(lists(server.catalog(1, resource), server.catalog(2, content)))
                .isEmpty();
    }

    /** Listings without tools keep no entries for them. */
    @Test
    void everyToolIsListedOnceTheServerExposesThem() {
        var leaves = List.of(Leaves.tool("a", "one"), Leaves.tool("b", "two"));
        var searched = catalogs.swap(server.catalog(1, leaves)).live();
        var listed =
                catalogs.swap(server.with(Exposure.Direct).catalog(2, leaves)).live();
        var again = catalogs.swap(server.catalog(3, leaves)).live();

        assertThat(searched.listings().tools().size()).as("entry tools alone").isEqualTo(2);
        assertThat(ListingTest.written(listed.listings().tools().first())).contains("\"name\":\"a\"", "\"name\":\"b\"");
        assertThat(again.listings().tools().same(searched.listings().tools())).isTrue();
        assertThat(linker.linked()).containsExactly("a", "b");
    }

    @Test
    void statementChangesCountOnlyIfStatementsAreShown() {
        var hidden = server.withStatements(false);

        assertThat(lists(server.catalog(1, Leaves.tool("a", "one")), server.catalog(2, withStatement("SELECT 2"))))
                .containsExactly(ChangeKind.TOOLS);
        assertThat(lists(hidden.catalog(1, Leaves.tool("a", "one")), hidden.catalog(2, withStatement("SELECT 2"))))
                .isEmpty();
        assertThat(lists(
                        server.with(Exposure.Direct).catalog(1, Leaves.tool("a", "one")),
                        server.with(Exposure.Direct).catalog(2, withStatement("SELECT 2"))))
                .as("without entry tools no client sees statements")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failedListenerAffectsNeitherTheSwapNorOtherListeners(boolean withAnError) {
        var heard = new ArrayList<CatalogChange>();
        catalogs.listen(change -> {
            if (withAnError) {
                throw new StackOverflowError("an error, and no exception");
            }
            throw new IllegalStateException("a bug");
        });
        catalogs.listen(heard::add);
        catalogs.swap(server.catalog(1, Leaves.tool("a", "one")));

        var swapped = catalogs.swap(server.catalog(2, Leaves.tool("a", "two")));

        assertThat(catalogs.current()).contains(swapped.live());
        assertThat(heard).hasSize(1);
    }

    @Test
    void sameCatalogUnderAnotherRevisionIsNoChange() {
        var heard = new ArrayList<CatalogChange>();
        catalogs.listen(heard::add);
        var live = catalogs.swap(server.catalog(7, Leaves.tool("a", "one"))).live();

        catalogs.restate(new Revision("other", 1, "sha-7"));

        var restated = catalogs.current().orElseThrow();
        assertThat(restated.revision().position()).isEqualTo("other.1");
        assertThat(restated.tools()).isSameAs(live.tools());
        assertThat(heard)
                .singleElement()
                .satisfies(change -> assertThat(change.definitions().lists()).isEmpty());
        assertThat(catalogs.changedSince("other.1", Principal.ANONYMOUS)).isEmpty();
    }

    @Test
    void unreadableDefinitionsAreRefused() {
        var unread = new LiveCatalog.Refused("Tool shop/b", "this build does not know the field 'timeTravel'");

        var live = catalogs.swap(server.catalog(1, Leaves.tool("a", "one")), List.of(unread))
                .live();

        assertThat(live.refused()).containsExactly(unread);
        assertThat(live.tools()).containsOnlyKeys("a");
    }

    @Test
    void contentUpdatesNameTheirUris() {
        var changes = new ArrayList<CatalogChange>();
        catalogs.listen(changes::add);
        catalogs.swap(server.catalog(
                1, Leaves.resource("test://a", Leaves.text("1")), Leaves.resource("test://b", Leaves.text("1"))));
        catalogs.swap(server.catalog(
                2, Leaves.resource("test://a", Leaves.text("2")), Leaves.resource("test://b", Leaves.text("1"))));

        var change = changes.getFirst();
        assertThat(change.touchesContent()).isTrue();
        var updates = change.updatesFor(Principal.ANONYMOUS);
        assertThat(updates.apply("test://a")).isPresent();
        assertThat(updates.apply("test://b")).isEmpty();
        assertThat(updates.apply("test://nothing")).isEmpty();
    }

    /** With an adapter that {@link FakeLinker#noAdapters} refuses to read. */
    private static Catalog withAdapter(Catalog catalog) {
        var settings = catalog.server();
        var adapter = new Adapter(
                "db",
                Adapter.Access.ReadOnly,
                new Adapter.Pool(1, 0, 1, 1, 1),
                1,
                1,
                new Engine.Sqlite(new ValueKey("url"), Optional.empty(), Map.of()));
        return new Catalog(
                catalog.revision(),
                settings.with(draft -> draft.adapters = List.of(adapter)),
                catalog.leaves(),
                catalog.values());
    }

    private List<ChangeKind> lists(Catalog before, Catalog after) {
        var fresh = FakeLinker.catalogs(linker);
        fresh.swap(before);
        return List.copyOf(fresh.swap(after).lists());
    }

    private static ToolLeaf withStatement(String text) {
        var leaf = Leaves.tool("a", "one");
        return with(leaf, leaf.inputs(), leaf.inputSchema(), Leaves.sql(text));
    }

    private static ToolLeaf withSchema(JsonNode schema) {
        var leaf = Leaves.tool("a", "one");
        return with(leaf, new Inputs.BySchema(schema, leaf.inputs().fields()), schema, leaf.action());
    }

    private static ToolLeaf with(ToolLeaf leaf, Inputs inputs, JsonNode inputSchema, Action action) {
        return leaf.with(draft -> {
            draft.inputs = inputs;
            draft.inputSchema = inputSchema;
            draft.action = action;
        });
    }
}
