package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.Icon;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The icons of a definition or a server, as clients read them. */
public final class IconJson {
    private IconJson() {}

    public static void put(ObjectNode json, List<Icon> icons) {
        if (icons.isEmpty()) {
            return;
        }
        var array = json.putArray("icons");
        for (var icon : icons) {
            var node = array.addObject().put("src", icon.src());
            icon.mimeType().ifPresent(type -> node.put("mimeType", type));
            if (!icon.sizes().isEmpty()) {
                icon.sizes().forEach(node.putArray("sizes")::add);
            }
            icon.theme().ifPresent(theme -> node.put("theme", theme));
        }
    }
}
