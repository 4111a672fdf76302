package dev.hyperterse.runtime.live;

import dev.hyperterse.runtime.live.definition.Listings;
import dev.hyperterse.runtime.live.definition.LivePrompt;
import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.live.definition.ResourceDirectory;
import dev.hyperterse.runtime.tool.call.ToolDirectory;
import dev.hyperterse.search.SearchExplanation;
import dev.hyperterse.search.SearchHit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The part of a live catalog that a caller sees and may use: all of it, or the part of its visibility class. */
public interface CatalogView extends ToolDirectory {
    Optional<LiveTool> tool(String name);

    @Override
    default Optional<CallableTool> callable(String name) {
        return tool(name).map(LiveTool::callable);
    }

    Collection<LiveTool> visibleTools();

    Optional<LivePrompt> prompt(String name);

    /** The resource of a URI, with the variables in the URI. */
    Optional<ResourceDirectory.Found> resource(String uri);

    Optional<LiveResource> folder(String uri);

    /** The resource with that URI template, for completion. */
    Optional<LiveResource> template(String text);

    boolean isFixed(String uri);

    Listings listings();

    /** The tools that match best, best first. */
    List<SearchHit> search(String query);

    /** The same tools, each with an explanation of its score. */
    List<SearchExplanation> explain(String query);
}
