package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.document.BsonType;
import dev.hyperterse.catalog.document.DocumentValue;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.statement.binding.BindingRule;
import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.PlaceholderScope;
import dev.hyperterse.statement.binding.RuleIdentifier;
import dev.hyperterse.statement.binding.Target;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Makes parameters of placeholders, and of strings that hold some. */
record ParameterCompiler(PlaceholderScope references, Findings findings) {
    private static final DocumentValue NOTHING = new DocumentValue.Constant(BsonType.NULL, "null");

    /** A placeholder that is the whole value, with quotes around it or without. */
    DocumentValue insertion(Placeholder placeholder, ValueRole role) {
        if (role == ValueRole.REGEX || role == ValueRole.EXPRESSION_REGEX || placeholder.has(Filter.REGEX)) {
            return text(List.of(placeholder), placeholder.start(), BsonType.STRING, role);
        }
        return references
                .resolve(placeholder)
                .filter(target -> fits(placeholder, target, role))
                .map(target -> literal(whole(target), role))
                .orElse(NOTHING);
    }

    /** A string with placeholders in it. */
    DocumentValue text(DocumentNode.Text text, ValueRole role) {
        if (text.pieces().size() == 1 && text.pieces().getFirst() instanceof Placeholder alone) {
            return insertion(alone, role);
        }
        return text(text.pieces(), text.start(), BsonType.STRING, role);
    }

    /** The content of a wrapper such as {@code $oid}; of a list, each item is wrapped. */
    DocumentValue wrapped(List<Piece> pieces, int start, BsonType type, ValueRole role) {
        if (pieces.size() == 1
                && pieces.getFirst() instanceof Placeholder alone
                && alone.filter().isEmpty()) {
            return references
                    .resolve(alone)
                    .filter(target -> fits(alone, target, role))
                    .filter(target -> isScalarOrList(alone, target))
                    .map(target -> literal(
                            target.shape() == Target.Shape.LIST
                                    ? new DocumentValue.ListParameter(target.reference(), type)
                                    : new DocumentValue.Parameter(target.reference(), type),
                            role))
                    .orElse(NOTHING);
        }
        return text(pieces, start, type, role);
    }

    private DocumentValue text(List<Piece> pieces, int start, BsonType type, ValueRole role) {
        if (role == ValueRole.NUMBER) {
            findings.add(
                    DocumentRule.NUMBER_POSITION, start, "a number is needed here", "write {{ inputs.name }} alone");
            return NOTHING;
        }
        var inserted = new ArrayList<DocumentValue.Piece>();
        for (var piece : pieces) {
            switch (piece) {
                case Literal(var literal) -> inserted.add(new DocumentValue.Literal(literal));
                case Placeholder placeholder ->
                    references
                            .resolve(placeholder)
                            .filter(target -> fits(placeholder, target, role))
                            .filter(target -> isScalar(placeholder, target))
                            .filter(_ -> isEscaped(placeholder, role))
                            .ifPresent(target -> inserted.add(
                                    new DocumentValue.Inserted(target.reference(), placeholder.has(Filter.REGEX))));
            }
        }
        return literal(new DocumentValue.TextParameter(inserted, type), role);
    }

    private static DocumentValue whole(Target target) {
        return target.shape() == Target.Shape.LIST
                ? new DocumentValue.ListParameter(
                        target.reference(),
                        target.input()
                                .flatMap(Input::items)
                                .map(ParameterCompiler::type)
                                .orElse(BsonType.JSON))
                : new DocumentValue.Parameter(
                        target.reference(),
                        target.input()
                                .map(Input::type)
                                .map(ParameterCompiler::type)
                                .orElse(BsonType.STRING));
    }

    private static BsonType type(InputType type) {
        return switch (type) {
            case STRING -> BsonType.STRING;
            case INT -> BsonType.INT64;
            case FLOAT -> BsonType.NUMBER;
            case BOOLEAN -> BsonType.BOOLEAN;
            case DATETIME -> BsonType.DATE;
            case ARRAY, OBJECT -> BsonType.JSON;
        };
    }

    /** In an expression nothing that a value holds is a path, an operator or the choice to leave a field out. */
    private static DocumentValue literal(DocumentValue value, ValueRole role) {
        return role.isExpression()
                ? new DocumentValue.Members(List.of(new DocumentValue.Member("$literal", value)))
                : value;
    }

    private boolean fits(Placeholder placeholder, Target target, ValueRole role) {
        return switch (role) {
            case QUERY, EXPRESSION, STORED, REGEX, EXPRESSION_REGEX -> true;
            case PULLED -> (target.shape() != Target.Shape.JSON || json(placeholder)) && isPresent(placeholder, target);
            case WRITE_QUERY -> isPresent(placeholder, target);
            case NUMBER -> {
                if (!isCount(target)) {
                    refuse(
                            DocumentRule.NUMBER_POSITION,
                            placeholder,
                            "%s must be a whole number and always present".formatted(placeholder.display()),
                            "declare type: int with a minimum of 0 or more, or an enum, not optional");
                    yield false;
                }
                yield true;
            }
            case FIXED -> {
                refuse(
                        DocumentRule.PLACEHOLDER_POSITION,
                        placeholder,
                        "%s is not allowed here: it would decide what the command does"
                                .formatted(placeholder.display()),
                        "write a literal; put values into filters, expressions and documents");
                yield false;
            }
        };
    }

    private boolean isPresent(Placeholder placeholder, Target target) {
        if (target.mayBeNull()) {
            refuse(
                    DocumentRule.ABSENT_IN_WRITE,
                    placeholder,
                    "input '%s' can be absent, and null matches every document without the field"
                            .formatted(placeholder.name()),
                    "drop optional, or use another tool for calls without it");
        }
        return !target.mayBeNull();
    }

    private static boolean isCount(Target target) {
        return target.input()
                .filter(input -> input.type() == InputType.INT && !input.optional())
                .filter(input -> !input.choices().isEmpty()
                        || input.minimum()
                                .filter(bound -> bound.compareTo(BigDecimal.ZERO) >= 0)
                                .isPresent())
                .isPresent();
    }

    private boolean isEscaped(Placeholder placeholder, ValueRole role) {
        var regex = role == ValueRole.REGEX || role == ValueRole.EXPRESSION_REGEX;
        if (regex && !placeholder.has(Filter.REGEX)) {
            refuse(
                    DocumentRule.REGEX_POSITION,
                    placeholder,
                    "%s would be a part of a regular expression".formatted(placeholder.display()),
                    "write {{ %s.%s | regex }}, which escapes it"
                            .formatted(placeholder.namespace(), placeholder.name()));
        } else if (!regex && placeholder.has(Filter.REGEX)) {
            refuse(
                    DocumentRule.REGEX_POSITION,
                    placeholder,
                    "the filter regex is for regular expressions only",
                    "use it in the text of $regex, or drop it");
        }
        return regex == placeholder.has(Filter.REGEX);
    }

    private boolean isScalar(Placeholder placeholder, Target target) {
        return switch (target.shape()) {
            case SCALAR -> true;
            case LIST -> {
                refuse(
                        BindingRule.LIST_POSITION,
                        placeholder,
                        "%s is a list, which cannot be part of a string".formatted(placeholder.display()),
                        "write it alone, such as {\"$in\": \"{{ inputs.names }}\"}");
                yield false;
            }
            case JSON -> json(placeholder);
        };
    }

    private boolean isScalarOrList(Placeholder placeholder, Target target) {
        return switch (target.shape()) {
            case SCALAR, LIST -> true;
            case JSON -> json(placeholder);
        };
    }

    private boolean json(Placeholder placeholder) {
        refuse(
                BindingRule.JSON_IN_TEXT,
                placeholder,
                "%s is JSON, which is not allowed here".formatted(placeholder.display()),
                "write it alone, where a value is compared or stored");
        return false;
    }

    private void refuse(RuleIdentifier rule, Placeholder placeholder, String message, String remedy) {
        findings.add(rule, placeholder.start(), message, remedy);
    }
}
