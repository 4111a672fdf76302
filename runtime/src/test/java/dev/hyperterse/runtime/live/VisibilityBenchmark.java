package dev.hyperterse.runtime.live;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.search.bench.GeneratedCatalog;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * List and search of 10,000 tools for 20 classes of callers against one, the memory of both, and what the first call and the
 * first list of a caller cost where a rule of the server reads the definition, and where rules are as costly as they may be. Processor time; a table and one JSON object.
 */
public final class VisibilityBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int TOOLS = 10_000;
    private static final int CLASSES = 20;
    private static final long BUFFER = 8 << 20;

    private final int rounds;
    private final BufferBudget budget = new BufferBudget(64 << 20);
    private final List<Principal> callers = callers();
    private final List<String> queries = queries();
    private final Map<String, Double> figures = new LinkedHashMap<>();

    private int asked;

    private VisibilityBenchmark(boolean quick) {
        this.rounds = quick ? 500 : 5_000;
    }

    public static void main(String[] arguments) {
        new VisibilityBenchmark(List.of(arguments).contains("--quick")).run();
    }

    private void run() {
        var one = measured("one", _ -> Optional.empty());
        // Each caller sees all but one tool in twenty, so that pages and hits are as many as with one class.
        var classes = measured("classes", number -> Optional.of(groups(number)));
        inTurns("list", one, classes, this::list);
        inTurns("search", one, classes, this::search);
        ruled();
        costly();
        System.out.printf("%-40s %12s%n", "figure", "value");
        figures.forEach((figure, value) -> System.out.printf(Locale.ROOT, "%-40s %12.3f%n", figure, value));
        System.out.println(figures.entrySet().stream()
                .map(figure -> String.format(Locale.ROOT, "\"%s\":%.4f", figure.getKey(), figure.getValue()))
                .collect(Collectors.joining(",", "{\"bench\":\"visibility\",\"figures\":{", "}}")));
    }

    private static AccessPolicy groups(int number) {
        var admitted = IntStream.range(0, CLASSES)
                .filter(group -> group != number % CLASSES)
                .mapToObj(group -> "group-" + group)
                .collect(Collectors.toSet());
        return new AccessPolicy(Optional.empty(), Set.of(), admitted, Set.of(), Map.of());
    }

    private static List<Principal> callers() {
        return IntStream.range(0, CLASSES)
                .mapToObj(number -> new Principal(
                        Optional.of("sso"),
                        Optional.of("caller-" + number),
                        Set.of(),
                        Set.of("group-" + number),
                        Map.of()))
                .toList();
    }

    /** A catalog of which every caller has listed and searched, so that its lists and words are there. */
    private LiveCatalog measured(String name, IntFunction<Optional<AccessPolicy>> policies) {
        var before = used();
        var live = live(policies);
        for (var caller : callers) {
            list(live.seenBy(caller));
            search(live.seenBy(caller));
        }
        figures.put("heap_mb_" + name, (used() - before) / 1e6);
        if (live.tools().size() != TOOLS) {
            throw new IllegalStateException("it was measured without its catalog");
        }
        return live;
    }

    /**
     * Another query each time, and none often: one that is repeated is, with one class, a search whose every branch the
     * processor has learnt, which no server has.
     */
    private void search(CatalogView view) {
        view.search(queries.get(asked++ % queries.size()));
    }

    /** As many as have no divisor in common with the classes: each class is asked all of them. */
    private static List<String> queries() {
        return GeneratedCatalog.of(397, 2).stream()
                .map(tool -> tool.description().substring(0, tool.description().indexOf(';')))
                .toList();
    }

    private void list(CatalogView view) {
        try (var out = budget.open(BUFFER)) {
            view.listings().tools().first().writeTo(out);
        }
    }

    /** Both by the same compiled code, and beside the same load of the machine. */
    private void inTurns(String what, LiveCatalog one, LiveCatalog classes, Consumer<CatalogView> request) {
        var timesOfOne = new double[rounds];
        var timesOfClasses = new double[rounds];
        for (var half = 0; half < 2; half++) {
            for (var round = 0; round < rounds; round += CLASSES) {
                turn(one, request, timesOfOne, round);
                turn(classes, request, timesOfClasses, round);
            }
        }
        put(what, "one", timesOfOne);
        put(what, "classes", timesOfClasses);
    }

    private void turn(LiveCatalog live, Consumer<CatalogView> request, double[] times, int from) {
        for (var round = from; round < from + CLASSES; round++) {
            var caller = callers.get(round - from);
            var start = THREADS.getCurrentThreadCpuTime();
            request.accept(live.seenBy(caller));
            times[round] = (THREADS.getCurrentThreadCpuTime() - start) / 1e3;
        }
    }

    private void put(String what, String name, double[] times) {
        Arrays.sort(times);
        figures.put(what + "_p50_us_" + name, times[rounds / 2]);
        figures.put(what + "_p99_us_" + name, times[rounds * 99 / 100]);
    }

    private void ruled() {
        var live = live(number -> Rules.policy("tool.name.startsWith('tool-') && principal.subject != 'nobody'"));
        var calls = new double[CLASSES * 5];
        var lists = new double[calls.length];
        for (var caller = 0; caller < calls.length; caller++) {
            var view = live.seenBy(Principal.named("sso", "caller-" + caller));
            var tool = "tool-" + caller;
            calls[caller] = micros(() -> view.tool(tool));
            lists[caller] = micros(view::listings);
        }
        Arrays.sort(calls);
        Arrays.sort(lists);
        figures.put("first_call_p50_us_rule_over_tool", calls[calls.length / 2]);
        figures.put("first_list_p50_ms_rule_over_tool", lists[lists.length / 2] / 1e3);
    }

    /** What a new caller costs at most, whatever authors write. */
    private void costly() {
        var numbers = IntStream.range(0, 100).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]"));
        var rule =
                Rules.policy("%s.all(a, %s.all(b, principal.subject != tool.name + 'x'))".formatted(numbers, numbers));
        var live = live(_ -> rule);
        var lists = new double[3];
        for (var caller = 0; caller < lists.length; caller++) {
            var view = live.seenBy(Principal.named("sso", "caller-" + caller));
            lists[caller] = micros(view::listings);
        }
        Arrays.sort(lists);
        figures.put("first_list_ms_costliest_rules", lists[0] / 1e3);
    }

    private static double micros(Runnable work) {
        var start = THREADS.getCurrentThreadCpuTime();
        work.run();
        return (THREADS.getCurrentThreadCpuTime() - start) / 1e3;
    }

    private static LiveCatalog live(IntFunction<Optional<AccessPolicy>> policies) {
        var documents = GeneratedCatalog.of(TOOLS, 1);
        var tools = new ArrayList<Leaf>();
        for (var number = 0; number < TOOLS; number++) {
            tools.add(Leaves.tool("tool-" + number, documents.get(number).description())
                    .with(policies.apply(number)));
        }
        return FakeLinker.catalogs(new FakeLinker())
                .swap(Servers.searching().with(Exposure.SearchAndDirect).catalog(1, tools))
                .live();
    }

    private static long used() {
        for (int times = 0; times < 4; times++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
