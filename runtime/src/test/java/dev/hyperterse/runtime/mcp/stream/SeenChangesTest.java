package dev.hyperterse.runtime.mcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.live.CatalogChange;
import dev.hyperterse.runtime.live.ChangeKind;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Callers of more classes than are compared, each of which sees one tool of its own. */
class SeenChangesTest {
    private static final int CALLERS = SeenChanges.MOST_COMPARED + 6;

    private final List<ToolLeaf> tools = new ArrayList<>(
            IntStream.range(0, CALLERS).mapToObj(SeenChangesTest::tool).toList());

    @Test
    void callerOfAnyClassIsNotifiedOfItsOwnToolOnly() {
        var last = CALLERS - 1;
        var seen = new SeenChanges(change(last, tools.get(last).with(draft -> draft.title = Optional.of("Another"))));

        for (var number = 0; number < CALLERS; number++) {
            assertThat(seen.lists(caller(number))).hasSize(number == last ? 1 : 0);
        }
    }

    /** The tool and its entry are unchanged; only their visibility differs. */
    @Test
    void callerOfAnyClassIsNotifiedOfANewlyVisibleTool() {
        var seen = new SeenChanges(change(0, tools.getFirst().with(Optional.empty())));

        assertThat(seen.lists(caller(0))).isEmpty();
        for (var number = 1; number < CALLERS; number++) {
            assertThat(seen.lists(caller(number))).containsExactly(ChangeKind.TOOLS);
        }
    }

    private CatalogChange change(int number, ToolLeaf changed) {
        var heard = new ArrayList<CatalogChange>();
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        var server = Servers.searching().with(Exposure.Direct);
        catalogs.swap(server.catalog(1, tools));
        catalogs.listen(heard::add);
        tools.set(number, changed);
        catalogs.swap(server.catalog(2, tools));
        return heard.getFirst();
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
