package dev.hyperterse.catalog.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hyperterse.catalog.Icon;
import java.util.List;
import java.util.Optional;

/** How the server introduces itself to clients. */
public record ServerInfo(
        String name,
        Optional<String> title,
        Optional<String> description,
        String version,
        Optional<String> instructions,
        Optional<String> websiteUrl,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Icon> icons) {
    public ServerInfo {
        icons = icons == null ? List.of() : List.copyOf(icons);
    }

    /** The same with other instructions. */
    ServerInfo instructing(Optional<String> others) {
        return new ServerInfo(name, title, description, version, others, websiteUrl, icons);
    }
}
