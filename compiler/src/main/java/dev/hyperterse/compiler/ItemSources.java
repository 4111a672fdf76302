package dev.hyperterse.compiler;

import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.openapi.OpenApiItems;
import dev.hyperterse.compiler.upstream.UpstreamItems;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.Optional;

/** The sections by which an object brings many definitions. */
final class ItemSources {
    private ItemSources() {}

    /** Empty where the object is one definition. */
    static Optional<ItemSource> of(LeafSpec spec) {
        return switch (spec) {
            case ToolSpec tool ->
                tool.openapi().<ItemSource>map(it -> new OpenApiItems(tool, it)).or(() -> UpstreamItems.of(tool));
            case PromptSpec prompt -> UpstreamItems.of(prompt);
            case McpResourceSpec resource -> UpstreamItems.of(resource);
        };
    }
}
