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

/** Many callers, each of whom sees one tool of its own. */
class DefinitionChangesTest {
    private static final int CALLERS = 70;

    private final List<ToolLeaf> tools = new ArrayList<>(
            IntStream.range(0, CALLERS).mapToObj(DefinitionChangesTest::tool).toList());

    @Test
    void callerOfAnyClassIsNotifiedOfItsOwnToolOnly() {
        var last = CALLERS - 1;
        var changes = change(last, tools.get(last).with(draft -> draft.title = Optional.of("Another")));

        for (var number = 0; number < CALLERS; number++) {
            assertThat(changes.listsOf(caller(number))).hasSize(number == last ? 1 : 0);
        }
    }

    /** The tool and its entry are unchanged; only their visibility differs. */
    @Test
    void callerOfAnyClassIsNotifiedOfANewlyVisibleTool() {
        var changes = change(0, tools.getFirst().with(Optional.empty()));

        assertThat(changes.listsOf(caller(0))).isEmpty();
        for (var number = 1; number < CALLERS; number++) {
            assertThat(changes.listsOf(caller(number))).containsExactly(ChangeKind.TOOLS);
        }
    }

    private DefinitionChanges change(int number, ToolLeaf changed) {
        var heard = new ArrayList<CatalogChange>();
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        var server = Servers.searching().with(Exposure.Direct);
        catalogs.swap(server.catalog(1, tools));
        catalogs.listen(heard::add);
        tools.set(number, changed);
        catalogs.swap(server.catalog(2, tools));
        return heard.getFirst().definitions();
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
