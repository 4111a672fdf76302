package dev.hyperterse.runtime.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.call.Principal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VisibilityClassesTest {
    private static final int TOOLS = 1_000;
    /** Of a server: it is part of each of its definitions, and says something else of each. */
    private static final String OWN_TOOLS = "tool.name.endsWith(principal.subject)";

    private final LiveCatalogs catalogs = new LiveCatalogs(new FakeLinker(), FakeLinker.noAdapters());
    private final LiveCatalog live = catalogs.swap(
                    Servers.searching().with(Exposure.SearchAndDirect).catalog(1, tools()))
            .live();

    private static List<? extends Leaf> tools() {
        return IntStream.range(0, TOOLS)
                .mapToObj(
                        number -> Leaves.tool("tool-" + number, "Lists orders").with(Rules.policy(OWN_TOOLS)))
                .toList();
    }

    @Test
    void aCallEvaluatesThePolicyOfItsDefinitionAlone() {
        var seven = Principal.named("keys", "-7");

        assertThat(live.seenBy(seven).tool("tool-7")).isPresent();
        assertThat(live.seenBy(seven).tool("tool-8")).isEmpty();
        assertThat(live.seenBy(seven).tool("tool-7")).isPresent();
        assertThat(live.seenBy(seven).tool("no-such-tool")).isEmpty();
        assertThat(evaluations(seven)).isEqualTo(2);
    }

    @Test
    void aListEvaluatesAllOnceAndAgreesWithCalls() {
        var seven = Principal.named("keys", "-7");
        live.seenBy(seven).tool("tool-7");
        live.seenBy(seven).tool("tool-8");

        assertThat(live.seenBy(seven).listings().tools().size())
                .as("search, execute and its own")
                .isEqualTo(3);
        assertThat(live.seenBy(seven).search("orders")).hasSize(1);
        assertThat(evaluations(seven)).isEqualTo(TOOLS);
        assertThat(live.seenBy(seven).tool("tool-7")).isPresent();
        assertThat(live.seenBy(seven).tool("tool-8")).isEmpty();
    }

    @Test
    void callersThatSeeTheSameAreOneClass() {
        var seven = Principal.named("keys", "-7");
        var alsoSeven = Principal.named("others", "-7");

        assertThat(live.seenByClassOf(seven)).isSameAs(live.seenByClassOf(alsoSeven));
        assertThat(live.seenBy(seven).listings())
                .isSameAs(live.seenBy(alsoSeven).listings());
        assertThat(live.seenByClassOf(seven)).isNotSameAs(live.seenByClassOf(Principal.named("keys", "-8")));
    }

    private int evaluations(Principal principal) {
        return live.classes().orElseThrow().admitted(principal).evaluations();
    }
}
