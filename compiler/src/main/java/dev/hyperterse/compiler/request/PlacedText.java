package dev.hyperterse.compiler.request;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.request.BodyPart;
import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.statement.StatementProblems;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.PlaceholderScope;
import dev.hyperterse.statement.binding.ReadableText;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.binding.TextPieces;
import dev.hyperterse.statement.binding.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Makes values of the texts of a request, each for the place where it is. */
final class PlacedText {
    private final List<Input> inputs;
    private final Map<String, Input> byName;
    private final Set<String> environment;
    private final List<Problem> problems;

    PlacedText(List<Input> inputs, Set<String> environment, List<Problem> problems) {
        this.inputs = inputs;
        this.byName = PlaceholderScope.byName(inputs);
        this.environment = environment;
        this.problems = problems;
    }

    /** The place of a text. Text of the author is encoded here, values are in the replica. */
    enum Place {
        SEGMENT(UrlEncoding::segment, false, false, "a segment of a path", "an array can be a parameter of query"),
        PARAMETER(UrlEncoding::value, true, true, "a parameter", "write the array alone, which repeats the parameter"),
        HEADER(UnaryOperator.identity(), true, false, "a header", "an array can be a parameter of query"),
        JSON(UnaryOperator.identity(), true, true, "a member", "write the array alone, without other text"),
        PART(UnaryOperator.identity(), true, true, "a part", "write the array alone, which repeats the part"),
        BYTES(UnaryOperator.identity(), true, false, "a body of bytes", "an array can be parts of body.multipart"),
        FILE_NAME(BodyPart::quoted, true, false, "the name of a file", "an array can be a part of its own"),
        BODY(UnaryOperator.identity(), false, false, "a body of text", "an array can be a part of body.json");

        private final UnaryOperator<String> encoding;
        private final boolean mayBeAbsent;
        private final boolean takesLists;
        private final String what;
        private final String listRemedy;

        Place(UnaryOperator<String> encoding, boolean mayBeAbsent, boolean takesLists, String what, String listRemedy) {
            this.encoding = encoding;
            this.mayBeAbsent = mayBeAbsent;
            this.takesLists = takesLists;
            this.what = what;
            this.listRemedy = listRemedy;
        }

        boolean takesLists() {
            return takesLists;
        }
    }

    /** The value of a text; empty when it has problems. */
    Optional<Value> value(String text, String path, Place place) {
        var findings = new Findings();
        var value = ReadableText.check(text, "keep what is constant in the API", findings)
                ? Optional.of(value(TextPieces.of(text, findings), place, findings))
                : Optional.<Value>empty();
        return value.filter(_ -> report(findings, path, text));
    }

    /** Whether a value is a string or an array of strings. */
    boolean isOfStrings(Reference reference) {
        return !(reference instanceof Reference.Input(var name))
                || byName.get(name).items().orElse(byName.get(name).type()) == InputType.STRING;
    }

    /** The value of some pieces of a text, whose problems the caller reports. */
    Value value(List<Piece> pieces, Place place, Findings findings) {
        var scope = new PlaceholderScope(inputs, environment, findings);
        var encoded = pieces.stream()
                .map(piece -> switch (piece) {
                    case Literal(var text) -> new Literal(place.encoding.apply(text));
                    case Placeholder placeholder -> {
                        requireValue(placeholder, place, findings);
                        yield placeholder;
                    }
                })
                .<Piece>map(piece -> piece)
                .toList();
        return alone(encoded, place).orElseGet(() -> new Values(scope, place.listRemedy, findings)
                .of(encoded)
                .value());
    }

    /** Whether there is nothing to report. */
    boolean report(Findings findings, String path, String text) {
        problems.addAll(StatementProblems.of(findings.inOrderOfTheText(), path, text, Reason.InvalidRequest));
        return findings.isEmpty();
    }

    /** A placeholder that is the whole text: in JSON it keeps its type, and a list stays one. */
    private Optional<Value> alone(List<Piece> pieces, Place place) {
        if (pieces.size() != 1 || !(pieces.getFirst() instanceof Placeholder placeholder) || !place.takesLists) {
            return Optional.empty();
        }
        // Unknown names are found again, and reported, where a text is made of it.
        return new PlaceholderScope(inputs, environment, new Findings())
                .resolve(placeholder)
                .filter(target -> place == Place.JSON || target.shape() == Target.Shape.LIST)
                .map(target -> new Value.Whole(target.reference()));
    }

    private void requireValue(Placeholder placeholder, Place place, Findings findings) {
        var absent = placeholder.namespace().equals("inputs")
                && Optional.ofNullable(byName.get(placeholder.name()))
                        .map(Target::of)
                        .filter(Target::mayBeAbsent)
                        .isPresent();
        if (absent && !place.mayBeAbsent) {
            findings.add(
                    RequestRule.REQUEST_VALUE_MAY_BE_ABSENT,
                    placeholder.start(),
                    "input '%s' can be absent, and %s always has a value".formatted(placeholder.name(), place.what),
                    "give it a default, or drop optional");
        }
    }
}
