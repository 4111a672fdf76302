package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.view.ViewPage;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The extensions that a caller is to know of because it sees such definitions: clients list them as they connect. */
public record ShownExtensions(boolean skills, boolean views) {
    /** All that callers can see. */
    public static final List<ShownExtensions> ALL = List.of(
            new ShownExtensions(false, false),
            new ShownExtensions(false, true),
            new ShownExtensions(true, false),
            new ShownExtensions(true, true));

    private static final String SKILLS = "io.modelcontextprotocol/skills";
    private static final String APPS = "io.modelcontextprotocol/ui";

    public static ShownExtensions of(CatalogView seen) {
        var listings = seen.listings();
        return new ShownExtensions(listings.skills().size() > 0, listings.views());
    }

    /** Adds them to what a server declares. */
    public void putInto(ObjectNode capabilities) {
        if (skills) {
            capabilities.withObjectProperty("extensions").putObject(SKILLS).put("directoryRead", true);
        }
        if (views) {
            capabilities
                    .withObjectProperty("extensions")
                    .putObject(APPS)
                    .putArray("mimeTypes")
                    .add(ViewPage.MIME_TYPE);
        }
    }
}
