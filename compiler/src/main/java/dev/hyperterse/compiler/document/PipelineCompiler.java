package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.document.DocumentValue;
import dev.hyperterse.catalog.document.DocumentValue.Items;
import dev.hyperterse.catalog.document.DocumentValue.Member;
import dev.hyperterse.catalog.document.DocumentValue.Members;
import dev.hyperterse.statement.binding.Findings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compiles pipelines. The stages are a closed list, so that an upgrade of the database does not let a new one in. */
record PipelineCompiler(ValueCompiler values, CollectionNames collections, Findings findings) {
    private static final Set<String> OF_UPDATES =
            Set.of("$addFields", "$project", "$replaceRoot", "$replaceWith", "$set", "$unset");
    private static final Map<String, ValueRole> LOOKUP = Map.of("let", ValueRole.EXPRESSION);
    private static final Map<String, ValueRole> GRAPH_LOOKUP = Map.of(
            "startWith",
            ValueRole.EXPRESSION,
            "restrictSearchWithMatch",
            ValueRole.QUERY,
            "maxDepth",
            ValueRole.NUMBER);
    private static final Map<String, ValueRole> GEO_NEAR = Map.of(
            "near", ValueRole.STORED,
            "query", ValueRole.QUERY,
            "maxDistance", ValueRole.STORED,
            "minDistance", ValueRole.STORED);

    DocumentValue pipeline(DocumentNode node, boolean ofUpdate) {
        return node instanceof DocumentNode.Array stages
                ? new Items(stages.items().stream()
                        .map(stage -> stage(stage, ofUpdate))
                        .toList())
                : values.shape(node, "a pipeline", "an array of stages");
    }

    private DocumentValue stage(DocumentNode node, boolean ofUpdate) {
        var stage = node instanceof DocumentNode.Document document
                ? document.only()
                : Optional.<DocumentNode.Member>empty();
        if (stage.isEmpty()) {
            return values.shape(node, "a stage", "a document with one key");
        }
        if (ofUpdate && !OF_UPDATES.contains(stage.get().key())) {
            return refuse(
                    stage.get(),
                    "stage %s is not allowed in an update".formatted(stage.get().key()));
        }
        return new Members(List.of(new Member(stage.get().key(), content(stage.get()))));
    }

    private DocumentValue content(DocumentNode.Member stage) {
        var content = stage.value();
        return switch (stage.key()) {
            case "$match" -> values.document(content, ValueRole.QUERY, "$match");
            case "$addFields",
                    "$bucket",
                    "$bucketAuto",
                    "$fill",
                    "$group",
                    "$project",
                    "$redact",
                    "$replaceRoot",
                    "$replaceWith",
                    "$set",
                    "$setWindowFields",
                    "$sortByCount" -> values.value(content, ValueRole.EXPRESSION);
            case "$limit", "$sample", "$skip", "$sort" -> values.value(content, ValueRole.NUMBER);
            case "$count", "$densify", "$unset", "$unwind" -> values.value(content, ValueRole.FIXED);
            case "$facet" -> facet(content);
            case "$geoNear" -> fields(content, stage.key(), GEO_NEAR);
            case "$graphLookup" -> fields(content, stage.key(), GRAPH_LOOKUP);
            case "$lookup" -> fields(content, stage.key(), LOOKUP);
            case "$unionWith" ->
                content instanceof DocumentNode.Text
                        ? collections.other(content)
                        : fields(content, stage.key(), Map.of());
            case "$out", "$merge" ->
                refuse(stage, "%s writes a collection, which aggregate must not do".formatted(stage.key()));
            default -> refuse(stage, "unsupported stage %s".formatted(stage.key()));
        };
    }

    /** @param places of the fields in which values may be */
    private DocumentValue fields(DocumentNode node, String stage, Map<String, ValueRole> places) {
        return node instanceof DocumentNode.Document document
                ? new Members(document.members().stream()
                        .map(member -> new Member(member.key(), field(member, places)))
                        .toList())
                : values.shape(node, stage, "a document");
    }

    private DocumentValue field(DocumentNode.Member member, Map<String, ValueRole> places) {
        return switch (member.key()) {
            case "coll", "from" -> collections.other(member.value());
            case "pipeline" -> pipeline(member.value(), false);
            case "query", "restrictSearchWithMatch" -> values.document(member.value(), ValueRole.QUERY, member.key());
            default -> values.value(member.value(), places.getOrDefault(member.key(), ValueRole.FIXED));
        };
    }

    private DocumentValue facet(DocumentNode node) {
        return node instanceof DocumentNode.Document document
                ? new Members(document.members().stream()
                        .map(member -> new Member(member.key(), pipeline(member.value(), false)))
                        .toList())
                : values.shape(node, "$facet", "a document");
    }

    private DocumentValue refuse(DocumentNode.Member stage, String message) {
        findings.add(DocumentRule.STAGE_KIND, stage.start(), message, "docs/documents.md lists the supported stages");
        return new Members(List.of());
    }
}
