package dev.hyperterse.search.bench;

import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.text.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Spreads tools over the slots of a catalog. */
public final class Segments {
    /** As many as a catalog has. */
    public static final int SLOTS = 64;

    private Segments() {}

    /** The tools of each slot. */
    public static List<List<SearchDocument>> slots(List<SearchDocument> tools, int slots) {
        List<List<SearchDocument>> spread = new ArrayList<>();
        IntStream.range(0, slots).forEach(_ -> spread.add(new ArrayList<>()));
        for (var tool : tools) {
            spread.get(Math.floorMod(tool.name().hashCode(), slots)).add(tool);
        }
        return spread;
    }

    /** A segment for each slot. */
    public static List<SearchSegment> of(List<SearchDocument> tools, int slots) {
        return slots(tools, slots).stream()
                .map(slot -> SearchSegment.of(slot, Language.ENGLISH))
                .toList();
    }
}
