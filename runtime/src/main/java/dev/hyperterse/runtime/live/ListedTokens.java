package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.runtime.live.definition.EntryToolJson;
import dev.hyperterse.runtime.live.definition.LeafJson;
import dev.hyperterse.runtime.live.definition.Listing.Entry;
import dev.hyperterse.runtime.live.definition.ListingsBuilder;
import dev.hyperterse.runtime.live.definition.ProgramTool;
import dev.hyperterse.runtime.live.definition.search.SearchDocuments;
import dev.hyperterse.runtime.live.definition.search.StemmingLanguage;
import dev.hyperterse.search.SearchIndex;
import dev.hyperterse.search.segment.SearchSegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the tools of a server cost in the context of a model: tokens, estimated as a quarter of the bytes.
 *
 * @param byTool of each tool in a list
 * @param entryTools of the list of entry tools
 * @param search of one search with as many hits as it can have, all of mean size
 * @param areFew whether {@code exposure: Auto} lists them themselves
 */
public record ListedTokens(SortedMap<String, Integer> byTool, int entryTools, int search, boolean areFew) {
    private static final int BYTES = 4;

    public static ListedTokens of(ServerSettings settings, List<ToolLeaf> tools) {
        var byTool = new TreeMap<String, Integer>();
        var listed = tools.stream().map(LeafJson::tool).toList();
        listed.forEach(tool -> byTool.put(tool.key(), tokens(tool.json().length)));
        var language = StemmingLanguage.of(settings.search().language());
        var segment = SearchSegment.of(
                tools.stream()
                        .map(tool -> SearchDocuments.of(tool, settings.search()))
                        .toList(),
                language);
        var entryTools = new ArrayList<>(
                EntryToolJson.of(settings, tools, SearchIndex.empty(language).compose(List.of(segment))));
        ProgramTool.of(settings, tools).ifPresent(entryTools::add);
        return new ListedTokens(
                byTool,
                tokens(entryTools.stream()
                        .map(Entry::json)
                        .mapToInt(json -> json.length)
                        .sum()),
                search(segment, settings.search().limit()),
                ListingsBuilder.areFew(listed));
    }

    private static int search(SearchSegment segment, int limit) {
        long all = 0;
        for (int tool = 0; tool < segment.size(); tool++) {
            all += segment.document(tool).hit().size();
        }
        return segment.size() == 0 ? 0 : tokens((int) (all * Math.min(limit, segment.size()) / segment.size()));
    }

    private static int tokens(int bytes) {
        return bytes / BYTES;
    }

    public int all() {
        return byTool.values().stream().mapToInt(Integer::intValue).sum();
    }
}
