package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.ToolLeaf;
import java.util.Optional;

/** A definition with what it asks of a database. */
record Checkable(Leaf definition, Action action) {
    static Optional<Checkable> of(Leaf definition) {
        return switch (definition) {
            case ToolLeaf tool -> Optional.of(new Checkable(tool, tool.action()));
            case PromptLeaf _ -> Optional.empty();
            case ResourceLeaf resource ->
                switch (resource.body()) {
                    case Body.Text _, Body.Blob _ -> Optional.empty();
                    case Body.Computed computed -> Optional.of(new Checkable(resource, computed.action()));
                };
        };
    }
}
