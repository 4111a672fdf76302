package dev.hyperterse.runtime.live;

import dev.hyperterse.runtime.live.LiveCatalog.Listings;
import dev.hyperterse.runtime.search.SearchExplanation;
import dev.hyperterse.runtime.search.SearchHit;
import dev.hyperterse.runtime.tool.ToolDirectory;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The part of a live catalog that one caller sees and may use: the whole of it, or that of a class of callers. */
public interface CatalogView extends ToolDirectory {
    Optional<LiveTool> tool(String name);

    @Override
    default Optional<CallableTool> callable(String name) {
        return tool(name).map(LiveTool::callable);
    }

    Collection<LiveTool> visibleTools();

    Optional<LivePrompt> prompt(String name);

    /** What a URI means, with what the URI says. */
    Optional<ResourceDirectory.Found> resource(String uri);

    /** The template of that text, for completion. */
    Optional<LiveResource> template(String text);

    /** Whether a fixed resource has that URI. */
    boolean isFixed(String uri);

    Listings listings();

    /** The tools that fit best, best first. */
    List<SearchHit> search(String query);

    /** The same tools, each with the reasons for its place. */
    List<SearchExplanation> explain(String query);
}
