package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.ToolLeaf;
import java.util.Optional;

/** A definition with what it asks of a database. */
record Checkable(Leaf definition, Action.OnAdapter action) {
    static Optional<Checkable> of(Leaf definition) {
        return switch (definition) {
            case ToolLeaf tool -> of(tool, tool.action());
            case PromptLeaf _ -> Optional.empty();
            case ResourceLeaf resource ->
                switch (resource.body()) {
                    case Body.Text _, Body.Blob _ -> Optional.empty();
                    case Body.Computed computed -> of(resource, computed.action());
                };
        };
    }

    private static Optional<Checkable> of(Leaf definition, Action action) {
        return switch (action) {
            case Action.OnAdapter statement -> Optional.of(new Checkable(definition, statement));
            case Action.RunScript _ -> Optional.empty();
        };
    }
}
