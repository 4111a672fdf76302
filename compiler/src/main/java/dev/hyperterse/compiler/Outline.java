package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Inputs;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A leaf with no more than decides whether it is served: its name, and what protects it. Never served itself. A namespace
 * may have any number of definitions that are refused, and the operator keeps only the outlines and the bytes of those.
 */
final class Outline {
    private static final Action NOTHING = new Action.CallTool("", "", Optional.empty(), true, Optional.empty());

    private Outline() {}

    static Leaf of(Leaf leaf) {
        return switch (leaf) {
            case ToolLeaf tool ->
                tool.with(draft -> {
                    draft.description = Optional.empty();
                    draft.icons = List.of();
                    draft.inputs = new Inputs.Declared(List.of());
                    draft.inputSchema = JsonNodeFactory.instance.missingNode();
                    draft.outputSchema = Optional.empty();
                    draft.action = NOTHING;
                    draft.transforms = Optional.empty();
                    draft.view = Optional.empty();
                });
            case PromptLeaf prompt ->
                new PromptLeaf(
                        prompt.identity(),
                        prompt.name(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        prompt.access(),
                        prompt.protections());
            case ResourceLeaf resource ->
                new ResourceLeaf(
                        resource.identity(),
                        resource.address(),
                        resource.name(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        resource.mimeType(),
                        resource.size(),
                        resource.audience(),
                        List.of(),
                        body(resource.body()),
                        resource.access(),
                        resource.protections());
        };
    }

    /** A folder of a skill stays one, as no other resource may be in it. */
    private static Body body(Body body) {
        return body instanceof Body.Skill
                ? new Body.Skill(JsonNodeFactory.instance.missingNode(), List.of())
                : new Body.Text(new Template(List.of()));
    }
}
