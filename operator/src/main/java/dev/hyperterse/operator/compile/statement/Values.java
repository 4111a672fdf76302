package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes parameters of placeholders and of strings that hold some. */
final class Values {
    private final Dialect dialect;
    private final References references;
    private final Findings findings;

    Values(Dialect dialect, References references, Findings findings) {
        this.dialect = dialect;
        this.references = references;
        this.findings = findings;
    }

    /** A placeholder outside quotes that is no list. */
    Segment.Parameter of(Token.Placeholder placeholder, Target target) {
        if (placeholder.has(Filter.LIKE)) {
            if (target.shape() == Target.Shape.JSON) {
                refuseFilter(placeholder, "the filter like is for texts");
            }
            var escaped = new Value.Inserted(target.reference(), true);
            return new Segment.Parameter(new Value.Concatenation(List.of(escaped)), ParameterType.TEXT);
        }
        if (placeholder.has(Filter.JSON) && target.shape() != Target.Shape.JSON) {
            refuseFilter(placeholder, "the filter json is for arrays");
        }
        return whole(target);
    }

    private static Segment.Parameter whole(Target target) {
        return new Segment.Parameter(new Value.Whole(target.reference()), target.type());
    }

    /** A string with placeholders: one parameter, put together in the replica. */
    Segment.Parameter of(Token.Text string) {
        var alone = string.pieces().size() == 1;
        var pieces = new ArrayList<Value.Piece>();
        for (var piece : string.pieces()) {
            switch (piece) {
                case Token.Literal literal -> pieces.add(new Value.Literal(literal.text()));
                case Token.Placeholder placeholder -> {
                    var target = references.resolve(placeholder);
                    if (alone
                            && target.filter(found -> needsNoText(placeholder, found))
                                    .isPresent()) {
                        return whole(target.get());
                    }
                    target.flatMap(found -> inserted(placeholder, found)).ifPresent(pieces::add);
                }
            }
        }
        return new Segment.Parameter(new Value.Concatenation(pieces), ParameterType.TEXT);
    }

    /** Whether quotes make no difference: a number in quotes is a text, a text is one anyway. */
    private static boolean needsNoText(Token.Placeholder placeholder, Target target) {
        return switch (target.shape()) {
            case SCALAR ->
                target.type() == ParameterType.TEXT && placeholder.filter().isEmpty();
            case JSON -> placeholder.filter().isEmpty() || placeholder.has(Filter.JSON);
            case LIST -> false;
        };
    }

    private Optional<Value.Piece> inserted(Token.Placeholder placeholder, Target target) {
        var filter = placeholder.filter();
        if (filter.isPresent() && filter.get() != Filter.LIKE) {
            refuseFilter(
                    placeholder,
                    "the filter %s has no meaning in a string"
                            .formatted(filter.get().spelling()));
            return Optional.empty();
        }
        return switch (target.shape()) {
            case SCALAR -> Optional.of(new Value.Inserted(target.reference(), filter.isPresent()));
            case LIST -> {
                refuseList(placeholder);
                yield Optional.empty();
            }
            case JSON -> {
                findings.add(
                        StatementRule.JSON_IN_TEXT,
                        placeholder.start(),
                        "%s is JSON and cannot be a part of a text".formatted(placeholder.display()),
                        "bind it alone, and build documents with the engine's JSON functions");
                yield Optional.empty();
            }
        };
    }

    void refuseList(Token.Placeholder placeholder) {
        var comparison =
                switch (dialect) {
                    case POSTGRES -> "column IN ({{ inputs.name }}) or column = ANY({{ inputs.name }})";
                    case SQLITE -> "column IN ({{ inputs.name }})";
                };
        findings.add(
                StatementRule.LIST_POSITION,
                placeholder.start(),
                "%s is a list, and can only be compared with".formatted(placeholder.display()),
                "write %s, or add | json for a JSON array".formatted(comparison));
    }

    private void refuseFilter(Token.Placeholder placeholder, String message) {
        findings.add(
                StatementRule.FILTER_NOT_APPLICABLE,
                placeholder.start(),
                message,
                "drop the filter, or the quotes around it");
    }
}
