package dev.hyperterse.catalog;

import java.util.List;
import java.util.Optional;

/** An icon as MCP shows it; {@code src} is an http(s) or data URI that only clients fetch. */
public record Icon(String src, Optional<String> mimeType, List<String> sizes, Optional<String> theme) {
    public Icon {
        sizes = sizes == null ? List.of() : List.copyOf(sizes);
    }
}
