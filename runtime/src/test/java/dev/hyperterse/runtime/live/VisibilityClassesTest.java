package dev.hyperterse.runtime.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.telemetry.logging.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibilityClassesTest {
    private static final int TOOLS = 1_000;
    /** Of a server: it is part of each of its definitions, and says something else of each. */
    private static final Optional<AccessPolicy> OWN_TOOLS = Rules.policy("tool.name.endsWith(principal.subject)");

    private final LiveCatalogs catalogs = FakeLinker.catalogs(new FakeLinker());
    private final LiveCatalog live = catalogs.swap(
                    Servers.searching().with(Exposure.SearchAndDirect).catalog(1, tools()))
            .live();

    private static List<? extends Leaf> tools() {
        return IntStream.range(0, TOOLS)
                .mapToObj(
                        number -> Leaves.tool("tool-" + number, "Lists orders").with(OWN_TOOLS))
                .toList();
    }

    @Test
    void callEvaluatesThePolicyOfItsDefinitionOnly() {
        var seven = Principal.named("keys", "-7");

        assertThat(live.seenBy(seven).tool("tool-7")).isPresent();
        assertThat(live.seenBy(seven).tool("tool-8")).isEmpty();
        assertThat(live.seenBy(seven).tool("tool-7")).isPresent();
        assertThat(evaluations(seven)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tool", "prompt", "resource", "template", "fixed", "completed"})
    void hiddenDefinitionEvaluatesNoMoreThanAMissingOne(String kind) {
        var leaves = new ArrayList<Leaf>(tools());
        leaves.add(Leaves.prompt("hidden", List.of(), new Content.Text(Template.literal("Psst")))
                .with(OWN_TOOLS));
        leaves.add(Leaves.resource("test://hidden", Leaves.text("Psst")).with(OWN_TOOLS));
        leaves.add(Leaves.template(Leaves.uriTemplate("hidden://", "{id}"), List.of(), Leaves.text("Psst"))
                .with(OWN_TOOLS));
        var all = catalogs.swap(
                        Servers.searching().with(Exposure.SearchAndDirect).catalog(2, leaves))
                .live();
        var classes = all.classes().orElseThrow();
        // What the lookup of a resource evaluates of templates is the same for each URI.
        for (int number = 0; number < 50; number++) {
            var one = Principal.named("keys", "one" + number);
            var other = Principal.named("keys", "other" + number);

            assertThat(finds(all.seenBy(one), kind, true, number)).isFalse();
            assertThat(finds(all.seenBy(other), kind, false, number)).isFalse();
            assertThat(classes.results(one).evaluations())
                    .as(kind + number)
                    .isPositive()
                    .isEqualTo(classes.results(other).evaluations());
        }
    }

    private static boolean finds(CatalogView view, String kind, boolean hidden, int number) {
        return switch (kind) {
            case "tool" ->
                view.tool(hidden ? "tool-" + number : "unknown-" + number).isPresent();
            case "prompt" ->
                view.prompt(hidden ? "hidden" : "unknown-" + number).isPresent();
            case "resource" ->
                view.resource(hidden ? "test://hidden" : "test://" + number).isPresent();
            case "template" ->
                view.template(hidden ? "hidden://{id}" : "test://{id}" + number).isPresent();
            case "fixed" -> view.isFixed(hidden ? "test://hidden" : "test://" + number);
            default -> {
                var uri = hidden ? "hidden://{id}" : "test://{id}" + number;
                yield view.template(uri).isPresent() || view.isFixed(uri);
            }
        };
    }

    @Test
    void recordOfARefusalEvaluatesAsMuchForAMissingDefinition() {
        var failing = Leaves.tool("failing", "Fails").with(Rules.policy("int(principal.subject) > 0"));
        var all =
                catalogs.swap(Servers.searching().catalog(2, List.of(failing))).live();

        var log = CapturedLog.during(
                () -> assertThat(all.hiddenBy(Optional.empty(), "unknown", Principal.named("keys", "ann")))
                        .isEmpty());

        assertThat(log).contains("rule_failed");
    }

    @Test
    void listEvaluatesEachPolicyOnceAndAgreesWithCalls() {
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
    void rulesOfACatalogShareTheBudgetOfACaller() {
        // Some 50,000 units: half of what a rule may take alone.
        var costly = "[0,1,2,3,4,5,6,7,8,9].all(a, principal.groups.all(b, b != tool.name))";
        var caller = new Principal(
                Optional.of("keys"),
                Optional.of("ann"),
                Set.of(),
                IntStream.range(0, 800).mapToObj("group-%d"::formatted).collect(Collectors.toSet()),
                Map.of());
        var few = withCostly(2, costly, 100);
        var many = withCostly(3, costly, 1_000);

        assertThat(few.seenBy(caller).visibleTools()).hasSize(101);
        assertThat(many.seenBy(caller).tool("costly"))
                .as("as a list says, which comes later")
                .isEmpty();
        assertThat(many.seenBy(caller).visibleTools())
                .as("no rule takes the work of another")
                .hasSize(1_000);
        assertThat(many.seenBy(caller).tool("tool-5")).isPresent();
    }

    private LiveCatalog withCostly(long sequence, String rule, int others) {
        var leaves = new ArrayList<Leaf>();
        leaves.add(Leaves.tool("costly", "Lists orders").with(Rules.policy(rule)));
        var cheap = Rules.policy("principal.subject == 'ann' && tool.kind == 'Tool'");
        for (int number = 0; number < others; number++) {
            leaves.add(Leaves.tool("tool-" + number, "Lists orders").with(cheap));
        }
        return catalogs.swap(Servers.searching().catalog(sequence, leaves)).live();
    }

    @Test
    void callersWithEqualVisibilityAreOneClass() {
        var seven = Principal.named("keys", "-7");
        var alsoSeven = Principal.named("others", "-7");

        assertThat(live.seenBy(seven).listings())
                .isSameAs(live.seenBy(alsoSeven).listings());
        assertThat(live.seenBy(seven).listings())
                .isNotSameAs(live.seenBy(Principal.named("keys", "-8")).listings());
    }

    private int evaluations(Principal principal) {
        return live.classes().orElseThrow().results(principal).evaluations();
    }
}
