package dev.hyperterse.compiler.upstream;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The definitions of one kind: what is selected of them, and what becomes of one. */
interface DefinedKind {
    /** The kind of the object that brings them. */
    LeafKind kind();

    /** The lists of a document that have them. */
    List<UpstreamDefinition> lists();

    Choice choice();

    /** The name of an item, by the name or the URI on the other server. */
    default String key(String of) {
        return DefinitionRules.asName(of, Bounds.TOOL_NAME);
    }

    boolean isSelected(UpstreamDefinition kind, JsonNode definition);

    /** Whether a published one is still selected, as far as that is known without its definition. */
    boolean isSelected(Action published);

    /** The part that holds whatever the definition says. */
    LeafSpec shared(String key);

    Checked<LeafSpec> of(UpstreamDefinition kind, JsonNode definition);
}
