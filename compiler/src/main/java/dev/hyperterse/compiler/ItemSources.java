package dev.hyperterse.compiler;

import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.openapi.OpenApiItems;
import dev.hyperterse.compiler.upstream.UpstreamItems;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.Optional;

/** The sections of a tool by which it brings many. */
final class ItemSources {
    private ItemSources() {}

    /** Empty where the definition is one tool. */
    static Optional<ItemSource> of(ToolSpec spec) {
        return spec.openapi().<ItemSource>map(it -> new OpenApiItems(spec, it)).or(() -> spec.mcp()
                .flatMap(it -> it.definitions().map(document -> new UpstreamItems(spec, it, document))));
    }
}
