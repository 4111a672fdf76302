package dev.hyperterse.compiler.document;

import dev.hyperterse.catalog.document.BsonType;
import dev.hyperterse.catalog.document.DocumentValue;
import dev.hyperterse.catalog.document.DocumentValue.Constant;
import dev.hyperterse.catalog.document.DocumentValue.Member;
import dev.hyperterse.catalog.document.DocumentValue.Members;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.PlaceholderScope;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes values of what is written, by the place where it is. Operators change the place of what they hold. */
record ValueCompiler(ParameterCompiler parameters, Findings findings) {
    private static final Constant NULL = new Constant(BsonType.NULL, "null");
    private static final Set<String> CODE = Set.of("$where", "$function", "$accumulator", "$code", "$scope");
    private static final Set<String> CONDITIONS = Set.of("$and", "$elemMatch", "$nor", "$not", "$or");
    /** Operators of the field that they name. */
    private static final Set<String> OF_FIELDS = Set.of("$getField", "$setField", "$unsetField");

    /** Modifiers of an update's array operators. */
    private static final Set<String> MODIFIERS = Set.of("$each", "$position", "$slice", "$sort");

    ValueCompiler(PlaceholderScope references, Findings findings) {
        this(new ParameterCompiler(references, findings), findings);
    }

    /** A document that is written out; a value cannot be one, so that no value decides its keys. */
    DocumentValue document(DocumentNode node, ValueRole role, String what) {
        return node instanceof DocumentNode.Document document
                ? members(document, role)
                : shape(node, what, "a document");
    }

    DocumentValue shape(DocumentNode node, String what, String wanted) {
        if (!(node instanceof DocumentNode.Broken)) {
            findings.add(
                    DocumentRule.FIELD_SHAPE,
                    node.start(),
                    "%s must be %s written as a literal".formatted(what, wanted),
                    "write it in the text, with placeholders for the values in it");
        }
        return NULL;
    }

    DocumentValue value(DocumentNode node, ValueRole role) {
        return switch (node) {
            case DocumentNode.Document document -> wrapped(document, role).orElseGet(() -> members(document, role));
            case DocumentNode.Array array ->
                new DocumentValue.Items(
                        array.items().stream().map(item -> value(item, role)).toList());
            case DocumentNode.Text text ->
                text.constant()
                        .<DocumentValue>map(it -> new Constant(BsonType.STRING, it))
                        .orElseGet(() -> parameters.text(text, role));
            case DocumentNode.Insertion insertion -> parameters.insertion(insertion.placeholder(), role);
            case DocumentNode.Numeral numeral -> number(numeral.digits());
            case DocumentNode.Word word ->
                word.word().equals("null") ? NULL : new Constant(BsonType.BOOLEAN, word.word());
            case DocumentNode.Broken _ -> NULL;
        };
    }

    private static DocumentValue number(String digits) {
        var number = new BigDecimal(digits);
        if (digits.chars().anyMatch(character -> ".eE".indexOf(character) >= 0) || number.precision() > 19) {
            return new Constant(BsonType.DOUBLE, digits);
        }
        if (number.compareTo(BigDecimal.valueOf(number.longValue())) != 0) {
            return new Constant(BsonType.DOUBLE, digits);
        }
        var fits = number.longValue() == number.intValue();
        return new Constant(fits ? BsonType.INT32 : BsonType.INT64, number.toPlainString());
    }

    private DocumentValue members(DocumentNode.Document document, ValueRole role) {
        return new Members(document.members().stream()
                .map(member -> new Member(member.key(), member(member, role)))
                .toList());
    }

    /** The value of a key, which may be an operator. */
    private DocumentValue member(DocumentNode.Member member, ValueRole role) {
        var key = member.key();
        if (CODE.contains(key)) {
            findings.add(
                    DocumentRule.CODE_OPERATOR,
                    member.start(),
                    "%s runs code, which no compiler can check".formatted(key),
                    "use operators of the query language");
            return NULL;
        }
        if (role == ValueRole.STORED && key.startsWith("$") && !MODIFIERS.contains(key)) {
            findings.add(
                    DocumentRule.OPERATOR_POSITION,
                    member.start(),
                    "%s is not allowed in a value that is stored".formatted(key),
                    "the wrapped values are $oid, $date, $numberDecimal, $numberDouble, $numberInt, $numberLong and $uuid");
            return NULL;
        }
        if (role.isQuery() && CONDITIONS.contains(key)) {
            return conditions(member.value(), role, key);
        }
        if (role.isExpression() && key.equals("$elemMatch")) {
            return conditions(member.value(), ValueRole.QUERY, key);
        }
        if (role.isExpression() && OF_FIELDS.contains(key)) {
            return ofField(member);
        }
        return value(member.value(), within(key, role));
    }

    private DocumentValue ofField(DocumentNode.Member operator) {
        if (!(operator.value() instanceof DocumentNode.Document document)
                || document.members().stream().noneMatch(ValueCompiler::isField)) {
            return fieldName(operator.value(), operator.key());
        }
        return new Members(document.members().stream()
                .map(member -> new Member(
                        member.key(),
                        isField(member)
                                ? fieldName(member.value(), operator.key())
                                : member(member, ValueRole.EXPRESSION)))
                .toList());
    }

    private static boolean isField(DocumentNode.Member member) {
        return member.key().equals("field");
    }

    /** Written out: a value there, also that of a variable, would be a path. */
    private DocumentValue fieldName(DocumentNode node, String operator) {
        var name = node instanceof DocumentNode.Document document
                ? document.only()
                        .filter(member -> member.key().equals("$literal"))
                        .map(DocumentNode.Member::value)
                : Optional.of(node).filter(it -> !isVariable(it));
        return name.filter(it -> it instanceof DocumentNode.Text text
                                && text.constant().isPresent())
                        .isPresent()
                ? value(node, ValueRole.EXPRESSION)
                : shape(node, "the field of " + operator, "a name");
    }

    private static boolean isVariable(DocumentNode node) {
        return node instanceof DocumentNode.Text text
                && text.constant().filter(it -> it.startsWith("$$")).isPresent();
    }

    /** Conditions are written out: a value there would be a query of the caller. */
    private DocumentValue conditions(DocumentNode node, ValueRole role, String key) {
        return node instanceof DocumentNode.Array array
                ? new DocumentValue.Items(array.items().stream()
                        .map(item -> document(item, role, "a condition of " + key))
                        .toList())
                : document(node, role, "the condition of " + key);
    }

    private static ValueRole within(String key, ValueRole role) {
        if (role.isQuery()) {
            return switch (key) {
                case "$expr" -> ValueRole.EXPRESSION;
                case "$regex" -> ValueRole.REGEX;
                case "$options", "$jsonSchema", "$comment", "$type", "$exists" -> ValueRole.FIXED;
                default -> role;
            };
        }
        if (role.isExpression()) {
            return switch (key) {
                case "$literal" -> ValueRole.STORED;
                case "regex" -> ValueRole.EXPRESSION_REGEX;
                default -> ValueRole.EXPRESSION;
            };
        }
        return role;
    }

    /** {@code {"$oid": "..."}} and its like. */
    private Optional<DocumentValue> wrapped(DocumentNode.Document document, ValueRole role) {
        return document.only()
                .flatMap(member -> WrappedValues.type(member.key()).map(type -> wrapped(member, type, role)));
    }

    private DocumentValue wrapped(DocumentNode.Member member, BsonType type, ValueRole role) {
        return switch (member.value()) {
            case DocumentNode.Text text
            when text.constant().isPresent() -> {
                var constant = text.constant().get();
                if (!WrappedValues.isValid(type, constant)) {
                    findings.add(
                            DocumentRule.WRAPPED_VALUE,
                            text.start(),
                            "'%s' is not a value of %s".formatted(constant, member.key()),
                            "write it as extended JSON does, such as {\"$date\": \"2026-01-02T15:04:05Z\"}");
                }
                yield new Constant(type, constant);
            }
            case DocumentNode.Text text -> parameters.wrapped(text.pieces(), text.start(), type, role);
            case DocumentNode.Insertion insertion ->
                parameters.wrapped(List.of(insertion.placeholder()), insertion.start(), type, role);
            case DocumentNode.Broken _ -> NULL;
            case DocumentNode.Document _, DocumentNode.Array _, DocumentNode.Numeral _, DocumentNode.Word _ -> {
                findings.add(
                        DocumentRule.WRAPPED_VALUE,
                        member.start(),
                        "the value of %s is a string".formatted(member.key()),
                        "put it in double quotes");
                yield NULL;
            }
        };
    }
}
