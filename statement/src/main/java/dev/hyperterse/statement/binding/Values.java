package dev.hyperterse.statement.binding;

import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compiles placeholders, and texts with placeholders, to values.
 *
 * @param listRemedy where in this language a list may be written
 */
public record Values(PlaceholderScope references, String listRemedy, Findings findings) {
    /** The value of a placeholder outside of quotes, except a list. */
    public TypedValue of(Placeholder placeholder, Target target) {
        if (placeholder.has(Filter.LIKE)) {
            if (target.shape() == Target.Shape.JSON) {
                refuseFilter(placeholder, "the filter like is for strings");
            }
            var escaped = new Value.Inserted(target.reference(), true);
            return new TypedValue(new Value.Concatenation(List.of(escaped)), ParameterType.TEXT);
        }
        if (placeholder.has(Filter.JSON) && target.shape() != Target.Shape.JSON) {
            refuseFilter(placeholder, "the filter json is for arrays");
        }
        return whole(target);
    }

    private static TypedValue whole(Target target) {
        return new TypedValue(new Value.Whole(target.reference()), target.type());
    }

    /** The value of a text with placeholders, which the replica concatenates. */
    public TypedValue of(List<Piece> text) {
        var alone = text.size() == 1;
        var pieces = new ArrayList<Value.Piece>();
        for (var piece : text) {
            switch (piece) {
                case Literal literal -> pieces.add(new Value.Literal(literal.text()));
                case Placeholder placeholder -> {
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
        return new TypedValue(new Value.Concatenation(pieces), ParameterType.TEXT);
    }

    /** Whether the value is the same without quotes: not for a number, which becomes a text in quotes. */
    private static boolean needsNoText(Placeholder placeholder, Target target) {
        return switch (target.shape()) {
            case SCALAR ->
                target.type() == ParameterType.TEXT && placeholder.filter().isEmpty();
            case JSON -> placeholder.filter().isEmpty() || placeholder.has(Filter.JSON);
            case LIST -> false;
        };
    }

    private Optional<Value.Piece> inserted(Placeholder placeholder, Target target) {
        var filter = placeholder.filter();
        if (filter.isPresent() && filter.get() != Filter.LIKE) {
            refuseFilter(
                    placeholder,
                    "the filter %s is not allowed in a string"
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
                        BindingRule.JSON_IN_TEXT,
                        placeholder.start(),
                        "%s is JSON and cannot be part of a string".formatted(placeholder.display()),
                        "bind it alone, and build documents with the engine's JSON functions");
                yield Optional.empty();
            }
        };
    }

    public void refuseList(Placeholder placeholder) {
        findings.add(
                BindingRule.LIST_POSITION,
                placeholder.start(),
                "%s is a list, which is not allowed here".formatted(placeholder.display()),
                listRemedy);
    }

    private void refuseFilter(Placeholder placeholder, String message) {
        findings.add(
                BindingRule.FILTER_NOT_APPLICABLE,
                placeholder.start(),
                message,
                "drop the filter, or the quotes around it");
    }
}
