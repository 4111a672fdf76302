package dev.hyperterse.compiler;

import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.openapi.OpenApiItems;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.Optional;

/** The sections of a tool by which it brings many. */
final class ItemSources {
    private ItemSources() {}

    /** Empty where the definition is one tool. */
    static Optional<ItemSource> of(ToolSpec spec) {
        return spec.openapi().map(it -> new OpenApiItems(spec, it));
    }
}
