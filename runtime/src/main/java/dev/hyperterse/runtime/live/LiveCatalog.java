package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.search.SearchExplanation;
import dev.hyperterse.runtime.search.SearchHit;
import dev.hyperterse.runtime.search.SearchIndex;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a replica serves at one moment, immutable. A request takes the live catalog once, when it begins, and is
 * answered from it, whatever is swapped meanwhile.
 *
 * @param refused leaves that this build cannot serve, each with the features it lacks
 */
public record LiveCatalog(
        Revision revision,
        ServerSettings settings,
        ValueSet values,
        Map<String, LiveTool> tools,
        Map<String, LivePrompt> prompts,
        Map<LeafIdentity, LiveResource> resources,
        ResourceDirectory directory,
        Listings listings,
        SearchSegments segments,
        SearchIndex index,
        List<Refused> refused) {
    /** A leaf left out. */
    public record Refused(LeafIdentity leaf, String reason) {}

    /** The four lists of clients. */
    public record Listings(Listing tools, Listing prompts, Listing resources, Listing templates) {}

    /** The same under another revision. */
    LiveCatalog at(Revision other) {
        return new LiveCatalog(
                other, settings, values, tools, prompts, resources, directory, listings, segments, index, refused);
    }

    public Optional<LiveTool> tool(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    public Optional<LivePrompt> prompt(String name) {
        return Optional.ofNullable(prompts.get(name));
    }

    /** The tools that fit best, best first. */
    public List<SearchHit> search(String query) {
        return index.search(query, settings.search().limit(), tools::containsKey);
    }

    /** The same tools, each with the reasons for its place. */
    public List<SearchExplanation> explain(String query) {
        return index.explain(query, settings.search().limit(), tools::containsKey);
    }
}
