package dev.hyperterse.runtime.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolView;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Toolset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Views are resources that are listed where their tools are, so they come and go with these. */
class ListedViewsTest {
    private static final Servers DIRECT = Servers.searching().with(Exposure.Direct);
    private static final Servers AUTO = Servers.searching().with(Exposure.Auto);

    @ParameterizedTest
    @EnumSource(names = {"Search", "Auto", "SearchAndDirect"})
    void otherExposureOfAToolsetChangesResources(Exposure exposure) {
        var changes = between(
                withToolset(DIRECT.catalog(1, view("a")), Exposure.Direct),
                withToolset(DIRECT.catalog(2, view("a")), exposure));

        assertThat(changes.lists()).containsExactlyInAnyOrder(ChangeKind.TOOLS, ChangeKind.RESOURCES);
    }

    @Test
    void otherExposureOfAToolsetWithoutViewsChangesTools() {
        var changes = between(
                withToolset(DIRECT.catalog(1, Leaves.tool("a", "A")), Exposure.Direct),
                withToolset(DIRECT.catalog(2, Leaves.tool("a", "A")), Exposure.Search));

        assertThat(changes.lists()).containsExactly(ChangeKind.TOOLS);
    }

    @Test
    void toolThatIsOneTooManyForAutoChangesResourcesForThoseWhoSeeIt() {
        var few = leaves(20);
        var many = new ArrayList<>(few);
        many.add(Leaves.tool("more", "More").with(Rules.policy("principal.subject == 'chief'")));

        for (var changes : List.of(
                between(AUTO.catalog(1, few), AUTO.catalog(2, many)),
                between(AUTO.catalog(1, many), AUTO.catalog(2, few)))) {
            assertThat(changes.listsOf(Principal.named("keys", "chief")))
                    .containsExactlyInAnyOrder(ChangeKind.TOOLS, ChangeKind.RESOURCES);
            assertThat(changes.listsOf(Principal.named("keys", "clerk"))).isEmpty();
        }
    }

    @Test
    void toolThatAutoStillListsChangesTools() {
        assertThat(between(AUTO.catalog(1, leaves(19)), AUTO.catalog(2, leaves(20)))
                        .lists())
                .containsExactly(ChangeKind.TOOLS);
    }

    private static List<Leaf> leaves(int tools) {
        var leaves = new ArrayList<Leaf>(List.of(view("a")));
        IntStream.range(1, tools)
                .mapToObj(number -> Leaves.tool("t" + number, "T"))
                .forEach(leaves::add);
        return leaves;
    }

    private static Leaf view(String name) {
        var table = new ToolView(ToolView.Kind.Table, Optional.empty(), Optional.empty());
        return Leaves.tool(name, "Shows " + name).with(draft -> draft.view = Optional.of(table));
    }

    private static Catalog withToolset(Catalog catalog, Exposure exposure) {
        var toolset =
                new Toolset("sales", Optional.of(exposure), Optional.empty(), List.of(), Toolset.Metadata.Published);
        return new Catalog(
                catalog.revision(),
                catalog.server().with(draft -> draft.toolsets = List.of(toolset)),
                catalog.leaves(),
                catalog.values());
    }

    private static DefinitionChanges between(Catalog before, Catalog after) {
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        var changes = new ArrayList<CatalogChange>();
        catalogs.listen(changes::add);
        catalogs.swap(before);
        catalogs.swap(after);
        return changes.getLast().definitions();
    }
}
