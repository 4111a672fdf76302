package dev.hyperterse.compiler.statement;

import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import java.util.stream.Collectors;

/** A compiled statement on one line, as the examples spell it. */
final class Rendering {
    private Rendering() {}

    static String of(SqlStatement statement) {
        return statement.segments().stream().map(Rendering::segment).collect(Collectors.joining());
    }

    private static String segment(Segment segment) {
        return switch (segment) {
            case Segment.Text text -> text.sql();
            case Segment.Parameter parameter -> "$(" + parameter(parameter) + ")";
            case Segment.ArrayParameter array -> "$(" + reference(array.list()) + ":" + array.items() + "[])";
            case Segment.ItemList list -> "$(" + reference(list.list()) + ":" + list.items() + "...)";
            case Segment.Choice choice -> "$(" + reference(choice.reference()) + " in " + renderings(choice) + ")";
            case Segment.ChoiceList(var list, var renderings) -> "$(" + reference(list) + " from " + renderings + ")";
            case Segment.Role(var value, var allowed) -> "$(" + value + " of " + allowed + ")";
            case Segment.Pasted(var reference) -> "<" + reference(reference) + ">";
            case Segment.Name(var parts, var quote) ->
                parts.stream().map(Rendering::reference).collect(Collectors.joining(".", "$(" + quote, quote + ")"));
            case Segment.EnvironmentIdentifier environment ->
                "$(env." + environment.name() + " as " + environment.quote() + "identifier" + environment.quote() + ")";
        };
    }

    private static String renderings(Segment.Choice choice) {
        return choice.renderings().toString();
    }

    private static String parameter(Segment.Parameter parameter) {
        return switch (parameter.value()) {
            case Value.Whole whole -> reference(whole.reference()) + ":" + parameter.type();
            case Value.WholeOr(var reference, var instead) ->
                reference(reference) + ":" + parameter.type() + " or " + instead;
            case Value.Concatenation concatenation ->
                concatenation.pieces().stream().map(Rendering::piece).collect(Collectors.joining("+"));
        };
    }

    private static String piece(Value.Piece piece) {
        return switch (piece) {
            case Value.Literal literal -> "'" + literal.text() + "'";
            case Value.Inserted inserted -> reference(inserted.reference()) + (inserted.like() ? "|like" : "");
        };
    }

    private static String reference(Reference reference) {
        return switch (reference) {
            case Reference.Input input -> input.name();
            case Reference.Environment environment -> "env." + environment.name();
            case Reference.PrincipalPlugin _ -> "principal.plugin";
            case Reference.PrincipalSubject _ -> "principal.subject";
            case Reference.PrincipalClaim claim -> "principal.claims." + claim.name();
        };
    }
}
