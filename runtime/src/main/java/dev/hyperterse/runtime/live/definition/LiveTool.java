package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.input.MirroredInput;
import dev.hyperterse.runtime.live.definition.Listing.Entry;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.runtime.tool.call.ToolDirectory.CallableTool;
import dev.hyperterse.search.document.SearchDocument;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** One tool, ready to be listed, found and called. Shared by all catalogs in which it is unchanged. */
public final class LiveTool {
    private final ToolLeaf leaf;
    private final Slot slot;
    private final LinkedTool linked;
    private final Optional<Entry> listed;
    private final SearchDocument found;
    private final boolean structured;
    private final List<MirroredInput> mirrored;

    public LiveTool(ToolLeaf leaf, Slot slot, LinkedTool linked, Optional<Entry> listed, SearchDocument found) {
        this.leaf = leaf;
        this.slot = slot;
        this.linked = linked;
        this.listed = listed;
        this.found = found;
        this.mirrored = MirroredInput.of(leaf.inputSchema());
        // Structured content must be an object, so rows are a member of it.
        this.structured = leaf.outputSchema()
                .map(schema -> schema.path("type"))
                .filter(JsonNode::isString)
                .filter(type -> type.stringValue().equals("object"))
                .isPresent();
    }

    /** The same tool in the version of its object that the leaf is of. */
    public LiveTool inVersionOf(ToolLeaf other) {
        return leaf.equals(other) ? this : new LiveTool(other, slot, linked, listed, found);
    }

    public ToolLeaf leaf() {
        return leaf;
    }

    public LinkedTool linked() {
        return linked;
    }

    /** The tool for the scripts that may call it. */
    public CallableTool callable() {
        return new CallableTool(linked, leaf::isCallableFrom, leaf.readsOnly(), leaf.returnsMarked());
    }

    /** Whether a direct call answers with structured content. */
    public boolean structured() {
        return structured;
    }

    /** The inputs that clients repeat in headers when they call the tool by its own name. */
    public List<MirroredInput> mirrored() {
        return mirrored;
    }

    public Slot slot() {
        return slot;
    }

    /** Empty where lists do not show tools. */
    public Optional<Entry> listed() {
        return listed;
    }

    /** The document that search indexes and shows. */
    public SearchDocument found() {
        return found;
    }
}
