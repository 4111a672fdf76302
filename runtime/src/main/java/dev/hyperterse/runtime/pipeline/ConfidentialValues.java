package dev.hyperterse.runtime.pipeline;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Values of the environment that a statement binds, and of whoever calls: no caller has sent them, and engines quote what
 * they cannot convert. In an engine's message a value gives way to its name.
 */
final class ConfidentialValues {
    /** What is shorter stands in many words by accident, and is looked for as a word of its own. */
    private static final int LONG_ENOUGH = 4;

    private final List<Named> environment;

    private record Named(String name, String value) {}

    private ConfidentialValues(List<Named> environment) {
        this.environment = environment;
    }

    static ConfidentialValues of(SqlStatement statement, ValueSet values) {
        return new ConfidentialValues(statement.segments().stream()
                .flatMap(ConfidentialValues::references)
                .flatMap(reference -> named(reference, values).stream())
                .distinct()
                .toList());
    }

    /** The failure as the caller may see it. */
    CallOutcome.Failed outcome(CallFailure failure, Principal principal) {
        if (failure.stage() == Stage.BINDING) {
            // A value that could not become the type of its parameter is quoted by ourselves, cut where it is long.
            return new CallOutcome.Failed(failure.stage(), without(failure.getMessage(), principal));
        }
        return failure.engine()
                .map(message -> new CallOutcome.Failed(
                        failure.stage(), new EngineMessage(without(message.words(), principal), message.code()).line()))
                .orElseGet(failure::outcome);
    }

    private String without(String words, Principal principal) {
        var hidden = new ArrayList<>(environment);
        principal.subject().ifPresent(subject -> hidden.add(new Named("principal.subject", subject)));
        principal.claims().forEach((name, claim) -> hidden.add(new Named("principal.claims." + name, text(claim))));
        List.copyOf(hidden).forEach(named -> hidden.add(new Named(named.name(), Invalid.shown(named.value()))));
        hidden.removeIf(named -> named.value().isEmpty());
        // A value may be a part of another one.
        hidden.sort(
                Comparator.comparingInt((Named named) -> named.value().length()).reversed());
        var shown = words;
        for (var named : hidden) {
            var quoted = Pattern.quote(named.value());
            var pattern = named.value().length() < LONG_ENOUGH ? "\\b" + quoted + "\\b" : quoted;
            shown = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE)
                    .matcher(shown)
                    .replaceAll(Matcher.quoteReplacement("{{ " + named.name() + " }}"));
        }
        return shown;
    }

    private static Stream<Reference> references(Segment segment) {
        return switch (segment) {
            case Segment.Parameter(var value, var type) -> references(value);
            case Segment.ArrayParameter(var list, var items) -> Stream.of(list);
            case Segment.ItemList(var list, var items) -> Stream.of(list);
            case Segment.Choice(var reference, var renderings) -> Stream.of(reference);
            case Segment.EnvironmentIdentifier _, Segment.Text _ -> Stream.of();
        };
    }

    private static Stream<Reference> references(Value value) {
        return switch (value) {
            case Value.Whole(var reference) -> Stream.of(reference);
            case Value.Concatenation(var pieces) ->
                pieces.stream().flatMap(piece -> switch (piece) {
                    case Value.Literal _ -> Stream.of();
                    case Value.Inserted(var reference, var like) -> Stream.of(reference);
                });
        };
    }

    private static Optional<Named> named(Reference reference, ValueSet values) {
        return reference instanceof Reference.Environment(var name)
                ? values.find(ValueKey.environment(name)).map(value -> new Named("env." + name, value))
                : Optional.empty();
    }

    private static String text(JsonNode claim) {
        return claim.isString() ? claim.stringValue() : claim.toString();
    }
}
