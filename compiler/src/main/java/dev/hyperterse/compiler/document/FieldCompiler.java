package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.document.DocumentValue;
import dev.hyperterse.catalog.document.DocumentValue.Items;
import dev.hyperterse.catalog.document.DocumentValue.Member;
import dev.hyperterse.catalog.document.DocumentValue.Members;
import dev.hyperterse.compiler.document.CommandFields.Shape;
import dev.hyperterse.statement.binding.Findings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compiles the fields of a command, each as what it is. */
record FieldCompiler(ValueCompiler values, PipelineCompiler pipelines, Findings findings) {
    /** The work of an update on stored values; {@code $pull} compares them. */
    private static final Set<String> OPERATORS = Set.of(
            "$addToSet",
            "$bit",
            "$currentDate",
            "$inc",
            "$max",
            "$min",
            "$mul",
            "$pop",
            "$pull",
            "$pullAll",
            "$push",
            "$rename",
            "$set",
            "$setOnInsert",
            "$unset");

    private static final Set<String> FIXED_OPERATORS = Set.of("$currentDate", "$pop", "$rename", "$unset");

    List<Member> fields(List<DocumentNode.Member> members, Map<String, Shape> shapes) {
        return members.stream()
                .filter(member -> isKnown(member, shapes))
                .map(member -> new Member(member.key(), field(member, shapes.get(member.key()))))
                .toList();
    }

    private boolean isKnown(DocumentNode.Member member, Map<String, Shape> shapes) {
        if (!shapes.containsKey(member.key())) {
            findings.add(
                    DocumentRule.COMMAND_FIELD,
                    member.start(),
                    "unsupported field '%s'".formatted(member.key()),
                    "the supported fields are "
                            + shapes.keySet().stream().sorted().collect(Collectors.joining(", ")));
        }
        return shapes.containsKey(member.key());
    }

    private DocumentValue field(DocumentNode.Member member, Shape shape) {
        var node = member.value();
        var name = "'" + member.key() + "'";
        return switch (shape) {
            case QUERY -> values.document(node, ValueRole.QUERY, name);
            case WRITE_QUERY -> values.document(node, ValueRole.WRITE_QUERY, name);
            case EXPRESSION -> values.document(node, ValueRole.EXPRESSION, name);
            case SORT -> values.document(node, ValueRole.NUMBER, name);
            case COUNT ->
                isCount(node) ? values.value(node, ValueRole.NUMBER) : values.shape(node, name, "a whole number");
            case NAME -> isName(node) ? values.value(node, ValueRole.FIXED) : values.shape(node, name, "a name");
            case INDEX ->
                isName(node) ? values.value(node, ValueRole.FIXED) : values.document(node, ValueRole.FIXED, name);
            case FIXED -> values.value(node, ValueRole.FIXED);
            case PIPELINE -> pipelines.pipeline(node, false);
            case DOCUMENTS -> each(node, name, document -> values.value(document, ValueRole.STORED));
            case UPDATE -> update(node, name);
            case UPDATES -> each(node, name, update -> part(update, name, CommandFields.OF_AN_UPDATE));
            case DELETES -> each(node, name, delete -> part(delete, name, CommandFields.OF_A_DELETE));
            case WRITE_QUERIES -> each(node, name, query -> values.document(query, ValueRole.WRITE_QUERY, name));
        };
    }

    private static boolean isCount(DocumentNode node) {
        return switch (node) {
            case DocumentNode.Numeral numeral -> numeral.digits().chars().allMatch(Character::isDigit);
            case DocumentNode.Text text -> text.constant().isEmpty();
            case DocumentNode.Insertion _ -> true;
            case DocumentNode.Document _, DocumentNode.Array _, DocumentNode.Word _, DocumentNode.Broken _ -> false;
        };
    }

    private static boolean isName(DocumentNode node) {
        return node instanceof DocumentNode.Text;
    }

    private DocumentValue each(DocumentNode node, String name, Function<DocumentNode, DocumentValue> item) {
        return node instanceof DocumentNode.Array array
                ? new Items(array.items().stream().map(item).toList())
                : values.shape(node, name, "an array");
    }

    private DocumentValue part(DocumentNode node, String name, Map<String, Shape> shapes) {
        return node instanceof DocumentNode.Document document
                ? new Members(fields(document.members(), shapes))
                : values.shape(node, "an item of " + name, "a document");
    }

    private DocumentValue update(DocumentNode node, String name) {
        return switch (node) {
            case DocumentNode.Array _ -> pipelines.pipeline(node, true);
            case DocumentNode.Document document
            when document.members().stream().anyMatch(member -> member.key().startsWith("$")) ->
                new Members(document.members().stream()
                        .map(member -> new Member(member.key(), changes(member)))
                        .toList());
            case DocumentNode.Document _ -> values.document(node, ValueRole.STORED, name);
            case DocumentNode.Text _,
                    DocumentNode.Insertion _,
                    DocumentNode.Numeral _,
                    DocumentNode.Word _,
                    DocumentNode.Broken _ -> values.shape(node, name, "a document or a pipeline");
        };
    }

    private DocumentValue changes(DocumentNode.Member operator) {
        if (!OPERATORS.contains(operator.key())) {
            findings.add(
                    DocumentRule.OPERATOR_POSITION,
                    operator.start(),
                    "unsupported update operator '%s'".formatted(operator.key()),
                    "the supported operators are " + OPERATORS.stream().sorted().collect(Collectors.joining(", ")));
        }
        if (operator.key().equals("$pull")) {
            return values.document(operator.value(), ValueRole.PULLED, operator.key());
        }
        var role = FIXED_OPERATORS.contains(operator.key()) ? ValueRole.FIXED : ValueRole.STORED;
        return values.document(operator.value(), role, operator.key());
    }
}
