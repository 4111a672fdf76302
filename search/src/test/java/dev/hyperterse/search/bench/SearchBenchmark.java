package dev.hyperterse.search.bench;

import dev.hyperterse.search.SearchIndex;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.text.Language;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Latency, memory, time to build and short-query recall at 1,000 and 10,000 tools; prints a table and one JSON object. */
public final class SearchBenchmark {
    /** The processor time of the one thread that searches: what the figures are about, however busy the machine is. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int LIMIT = 10;
    private static final int HEAP_COPIES = 5;
    private static final int SMALL = 1_000;
    private static final int LARGE = 10_000;
    private static final int CLASSES = 20;

    private final boolean quick;
    private final Map<String, Double> figures = new LinkedHashMap<>();

    private SearchBenchmark(boolean quick) {
        this.quick = quick;
    }

    public static void main(String[] arguments) {
        new SearchBenchmark(List.of(arguments).contains("--quick")).run();
    }

    private void run() {
        measure(SMALL);
        measure(LARGE);
        System.out.printf("%-40s %12s%n", "figure", "value");
        figures.forEach((figure, value) -> System.out.printf(Locale.ROOT, "%-40s %12.3f%n", figure, value));
        System.out.println(figures.entrySet().stream()
                .map(figure -> String.format(Locale.ROOT, "\"%s\":%.4f", figure.getKey(), figure.getValue()))
                .collect(Collectors.joining(",", "{\"bench\":\"search\",\"figures\":{", "}}")));
    }

    private void measure(int tools) {
        var catalog = GeneratedCatalog.of(tools, 1);
        var index = heap(catalog, tools);
        figures.put("build_ms_" + tools, fastest(() -> build(catalog)));
        figures.put("one_leaf_ms_" + tools, oneChangedLeaf(catalog, index));
        var requests = requests(catalog);
        latency("search", tools, requests, query -> index.search(query, LIMIT));
        latency("hostile", tools, hostile(catalog), query -> index.search(query, LIMIT));
        classes(catalog, index, requests, tools);
        var lucene = new LuceneRival(catalog);
        latency("lucene", tools, requests, query -> lucene.search(query, LIMIT));
        if (tools == SMALL) {
            recall(catalog, index);
        }
    }

    private static SearchIndex build(List<SearchDocument> catalog) {
        return SearchIndex.empty(Language.ENGLISH).compose(Segments.of(catalog, Segments.SLOTS));
    }

    /** The index and what it alone keeps alive: the texts of the tools belong to the catalog. */
    private SearchIndex heap(List<SearchDocument> catalog, int tools) {
        var kept = new ArrayList<SearchIndex>();
        build(catalog);
        long before = used();
        for (int copies = 0; copies < HEAP_COPIES; copies++) {
            kept.add(build(catalog));
        }
        figures.put("heap_mb_" + tools, (used() - before) / 1e6 / HEAP_COPIES);
        return kept.getFirst();
    }

    private static long used() {
        for (int times = 0; times < 4; times++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Classes of callers of which each sees one tool in twenty and is asked about all of them. */
    private void classes(List<SearchDocument> catalog, SearchIndex whole, List<String> requests, int tools) {
        var numbers = new HashMap<String, Integer>();
        catalog.forEach(tool -> numbers.put(tool.name(), numbers.size() % CLASSES));
        long before = used();
        var views = new ArrayList<SearchIndex>();
        for (int number = 0; number < CLASSES; number++) {
            int seen = number;
            views.add(whole.restrictedTo(name -> numbers.get(name) == seen));
        }
        figures.put("classes_heap_mb_" + tools, (used() - before) / 1e6);
        var turn = new int[1];
        latency("class", tools, requests, query -> views.get(turn[0]++ % CLASSES)
                .search(query, LIMIT));
    }

    private double fastest(Runnable work) {
        double best = Double.MAX_VALUE;
        for (int times = 0; times < (quick ? 3 : 10); times++) {
            long start = THREADS.getCurrentThreadCpuTime();
            work.run();
            best = Math.min(best, (THREADS.getCurrentThreadCpuTime() - start) / 1e6);
        }
        return best;
    }

    /** The median over changes of different slots, from the changed tool to an index that serves it. */
    private double oneChangedLeaf(List<SearchDocument> catalog, SearchIndex first) {
        var slots = Segments.slots(catalog, Segments.SLOTS);
        var segments = new ArrayList<>(slots.stream()
                .map(slot -> SearchSegment.of(slot, Language.ENGLISH))
                .toList());
        var index = first.compose(segments);
        var times = new double[quick ? 60 : 400];
        for (int change = 0; change < times.length; change++) {
            int at = change % slots.size();
            var slot = new ArrayList<>(slots.get(at));
            slot.set(0, reworded(slot.getFirst(), "changed number" + change));
            long start = THREADS.getCurrentThreadCpuTime();
            segments.set(at, segments.get(at).replacedBy(slot));
            index = index.compose(segments);
            times[change] = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
        }
        Arrays.sort(times);
        return times[times.length / 2];
    }

    private static SearchDocument reworded(SearchDocument tool, String words) {
        return new SearchDocument(
                tool.name(),
                tool.title(),
                tool.description() + " " + words,
                tool.statement(),
                tool.inputs(),
                tool.shape());
    }

    private void latency(String name, int tools, List<String> queries, Consumer<String> search) {
        for (int round = 0; round < (quick ? 8 : 20); round++) {
            queries.forEach(search);
        }
        var times = new double[queries.size() * (quick ? 2 : 5)];
        for (int at = 0; at < times.length; at++) {
            long start = THREADS.getCurrentThreadCpuTime();
            search.accept(queries.get(at % queries.size()));
            times[at] = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
        }
        Arrays.sort(times);
        figures.put(name + "_p50_ms_" + tools, times[times.length / 2]);
        figures.put(name + "_p99_ms_" + tools, times[times.length * 99 / 100]);
    }

    /** What an agent asks: a sentence or two around what a tool says of itself. */
    private static List<String> requests(List<SearchDocument> catalog) {
        var random = new Random(3);
        var requests = new ArrayList<String>();
        for (int at = 0; at < 1_000; at++) {
            var tool = catalog.get(random.nextInt(catalog.size()));
            var other = catalog.get(random.nextInt(catalog.size()));
            requests.add(
                    switch (at % 4) {
                        case 0 -> tool.name();
                        case 1 -> "Could you please help me? " + tool.description();
                        case 2 ->
                            "I need to know, before the meeting next week: " + tool.description() + " And then: "
                                    + other.description();
                        default -> tool.description().substring(0, 20);
                    });
        }
        return requests;
    }

    /** Long, repeated, unknown and unusual. */
    private static List<String> hostile(List<SearchDocument> catalog) {
        var random = new Random(5);
        var queries = new ArrayList<String>();
        for (int at = 0; at < 500; at++) {
            var query = new StringBuilder();
            while (query.length() < 2_000) {
                query.append(
                        switch (at % 5) {
                            case 0 ->
                                catalog.get(random.nextInt(catalog.size())).description() + " ";
                            case 1 ->
                                Integer.toString(random.nextInt(1 << 30), 36).replaceAll("[0-9]", "x") + " ";
                            case 2 -> "a\u0301\u0302\u200d\ud83d\udc69\u200d\ud83d\udcbb\u65e5\u672c\u8a9e ";
                            case 3 -> "list by of status ";
                            default -> "pre con des sta ord inv cus pro shi pay ref sup war emp inc cam sub dis ";
                        });
            }
            queries.add(query.toString());
        }
        return queries;
    }

    private void recall(List<SearchDocument> catalog, SearchIndex index) {
        var queries = ShortQueries.of(catalog);
        Recall.byKind(index, queries, 1).forEach((kind, recall) -> figures.put("recall_at_1_" + lower(kind), recall));
        Recall.byKind(index, queries, 5).forEach((kind, recall) -> figures.put("recall_at_5_" + lower(kind), recall));
    }

    private static String lower(ShortQueries.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
