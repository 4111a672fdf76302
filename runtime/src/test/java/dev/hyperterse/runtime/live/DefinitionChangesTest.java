package dev.hyperterse.runtime.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Exposure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Callers each of whom sees one tool of its own. */
class DefinitionChangesTest {
    private static final int CALLERS = DefinitionChanges.MOST + 6;

    private final List<ToolLeaf> tools =
            IntStream.range(0, CALLERS).mapToObj(DefinitionChangesTest::tool).toList();

    @Test
    void callerOfAnyClassIsNotifiedOfItsOwnToolOnly() {
        var last = CALLERS - 1;
        var seen = change(last, titled(last));

        for (var number = 0; number < CALLERS; number++) {
            assertThat(seen.listsOf(caller(number))).hasSize(number == last ? 1 : 0);
        }
    }

    /** The tool and its entry are unchanged; only their visibility differs. */
    @Test
    void callerOfAnyClassIsNotifiedOfANewlyVisibleTool() {
        var seen = change(0, tools.getFirst().with(Optional.empty()));

        assertThat(seen.listsOf(caller(0))).isEmpty();
        for (var number = 1; number < CALLERS; number++) {
            assertThat(seen.listsOf(caller(number))).containsExactly(ChangeKind.TOOLS);
        }
    }

    @Test
    void moreChangesThanAreEvaluatedConcernEveryCaller() {
        var every = new ArrayList<ToolLeaf>();
        IntStream.range(0, CALLERS).mapToObj(this::titled).forEach(every::add);

        assertThat(change(every).listsOf(Principal.named("sso", "stranger"))).containsExactly(ChangeKind.TOOLS);
        assertThat(change(every.subList(0, DefinitionChanges.MOST)).listsOf(Principal.named("sso", "stranger")))
                .isEmpty();
    }

    private ToolLeaf titled(int number) {
        return tools.get(number).with(draft -> draft.title = Optional.of("Another"));
    }

    private DefinitionChanges change(int number, ToolLeaf changed) {
        var after = new ArrayList<>(tools);
        after.set(number, changed);
        return between(tools, after);
    }

    /** Of the first ones. */
    private DefinitionChanges change(List<ToolLeaf> changed) {
        var after = new ArrayList<>(tools);
        for (var number = 0; number < changed.size(); number++) {
            after.set(number, changed.get(number));
        }
        return between(tools, after);
    }

    private static DefinitionChanges between(List<ToolLeaf> before, List<ToolLeaf> after) {
        var heard = new ArrayList<CatalogChange>();
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        var server = Servers.searching().with(Exposure.Direct);
        catalogs.swap(server.catalog(1, before));
        catalogs.listen(heard::add);
        catalogs.swap(server.catalog(2, after));
        return heard.getFirst().definitions().exactOrForAll();
    }

    private static ToolLeaf tool(int number) {
        return Leaves.tool("tool-" + number, "Of one subject")
                .with(Optional.of(new AccessPolicy(
                        Optional.of("sso"), Set.of(), Set.of(), Set.of("caller-" + number), Map.of())));
    }

    private static Principal caller(int number) {
        return Principal.named("sso", "caller-" + number);
    }
}
