package dev.hyperterse.runtime.live.definition.search;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.server.search.SearchSettings;
import dev.hyperterse.runtime.live.definition.LeafJson;
import dev.hyperterse.search.document.HitMember;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.document.SearchInput;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Makes of each tool the document that search reads and shows. */
public final class SearchDocuments {
    private SearchDocuments() {}

    public static SearchDocument of(ToolLeaf leaf, SearchSettings settings) {
        // A statement names its bound inputs, which are hidden from clients.
        var statement = settings.showStatements() && leaf.inputs().bound().isEmpty()
                ? Optional.of(leaf.action().text()).filter(text -> !text.isEmpty())
                : Optional.<String>empty();
        return new SearchDocument(
                leaf.name(),
                leaf.title(),
                leaf.description().orElse(""),
                statement,
                inputs(leaf),
                LeafJson.shape(leaf),
                hit(leaf, settings),
                // Only where there is a choice.
                settings.entryTools().change().filter(_ -> !leaf.readsOnly()));
    }

    /** The usual hit says what a tool may do where it may do more than read. */
    private static Set<HitMember> hit(ToolLeaf leaf, SearchSettings settings) {
        if (settings.hits().isEmpty()) {
            return leaf.readsOnly()
                    ? SearchDocument.USUAL_HIT
                    : Set.of(HitMember.STATEMENT, HitMember.INPUTS, HitMember.ANNOTATIONS);
        }
        return settings.hits().stream()
                .map(member -> switch (member) {
                    case Statement -> HitMember.STATEMENT;
                    case Inputs -> HitMember.INPUTS;
                    case InputSchema -> HitMember.INPUT_SCHEMA;
                    case OutputSchema -> HitMember.OUTPUT_SCHEMA;
                    case Annotations -> HitMember.ANNOTATIONS;
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    /** An input is optional if the published schema does not require it; a required one may still be null. */
    private static List<SearchInput> inputs(ToolLeaf leaf) {
        var required = leaf.inputSchema()
                .path("required")
                .valueStream()
                .map(JsonNode::asString)
                .collect(Collectors.toSet());
        return leaf.inputs().fields().stream()
                .map(input -> input(input, !required.contains(input.name())))
                .toList();
    }

    private static SearchInput input(Input input, boolean optional) {
        return new SearchInput(
                input.name(),
                input.type().spelling(),
                optional,
                input.description(),
                input.defaultValue().map(JsonNode::toString));
    }
}
