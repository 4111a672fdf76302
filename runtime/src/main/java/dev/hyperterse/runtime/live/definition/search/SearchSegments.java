package dev.hyperterse.runtime.live.definition.search;

import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.text.Language;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The search segment of each slot; a slot whose documents did not change keeps its segment. */
public record SearchSegments(Map<Slot, SearchSegment> bySlot, Map<Slot, List<SearchDocument>> documents) {
    public static final SearchSegments NONE = new SearchSegments(Map.of(), Map.of());

    public SearchSegments with(Collection<LiveTool> tools, Language language) {
        var next = new TreeMap<Slot, List<SearchDocument>>();
        tools.forEach(tool ->
                next.computeIfAbsent(tool.slot(), slot -> new ArrayList<>()).add(tool.found()));
        var segments = new TreeMap<Slot, SearchSegment>();
        next.forEach((slot, found) -> {
            found.sort(Comparator.comparing(SearchDocument::name));
            segments.put(slot, segment(slot, found, language));
        });
        return new SearchSegments(segments, next);
    }

    private SearchSegment segment(Slot slot, List<SearchDocument> found, Language language) {
        var known = bySlot.get(slot);
        if (known == null) {
            return SearchSegment.of(found, language);
        }
        return same(found, documents.get(slot)) ? known : known.replacedBy(found);
    }

    /** Compares by identity: an unchanged tool has the same document. */
    private static boolean same(List<SearchDocument> some, List<SearchDocument> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int index = 0; index < some.size(); index++) {
            if (some.get(index) != others.get(index)) {
                return false;
            }
        }
        return true;
    }

    public List<SearchSegment> all() {
        return List.copyOf(bySlot.values());
    }
}
