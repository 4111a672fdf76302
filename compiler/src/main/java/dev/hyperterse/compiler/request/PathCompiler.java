package dev.hyperterse.compiler.request;

import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.ReadableText;
import dev.hyperterse.statement.binding.TextPieces;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Splits a path at the slashes of its author; a value is a segment or a part of one. */
record PathCompiler(PlacedText texts, String path) {
    /** Dots alone, or with parameters that some servers ignore: a replica sends no such request. */
    private static final Pattern DOTS = Pattern.compile("\\.{1,2}(;.*)?");

    List<Value> compile(String text) {
        var findings = new Findings();
        var segments = new ArrayList<Value>();
        if (ReadableText.check(text, "shorten it", findings)) {
            var split = segments(TextPieces.of(text, findings));
            check(text, split, findings);
            split.stream()
                    .skip(1)
                    .forEach(pieces -> segments.add(texts.value(pieces, PlacedText.Place.SEGMENT, findings)));
        }
        texts.report(findings, path, text);
        return segments;
    }

    /** The first one is what is before the first slash. */
    private static List<List<Piece>> segments(List<Piece> pieces) {
        var segments = new ArrayList<List<Piece>>();
        segments.add(new ArrayList<>());
        for (var piece : pieces) {
            switch (piece) {
                case Literal(var text) -> {
                    var parts = text.split("/", -1);
                    for (var index = 0; index < parts.length; index++) {
                        if (index > 0) {
                            segments.add(new ArrayList<>());
                        }
                        if (!parts[index].isEmpty()) {
                            segments.getLast().add(new Literal(parts[index]));
                        }
                    }
                }
                case Placeholder placeholder -> segments.getLast().add(placeholder);
            }
        }
        segments.stream().filter(List::isEmpty).forEach(segment -> segment.add(new Literal("")));
        return segments;
    }

    private static void check(String text, List<List<Piece>> split, Findings findings) {
        if (!text.startsWith("/")) {
            refuse(findings, "the path does not begin with a slash", "write it like /v1/orders/{{ inputs.id }}");
        }
        for (var index = 1; index < split.size(); index++) {
            var segment = split.get(index);
            if (segment.size() == 1 && segment.getFirst() instanceof Literal(var literal)) {
                // A last slash is a part of many paths.
                if (literal.isEmpty() && index < split.size() - 1
                        || DOTS.matcher(literal).matches()) {
                    refuse(findings, "the path has an empty segment, or . or ..", "remove it");
                }
            }
            segment.stream()
                    .filter(Literal.class::isInstance)
                    .map(Literal.class::cast)
                    .forEach(literal -> check(literal.text(), findings));
        }
    }

    private static void check(String literal, Findings findings) {
        if (literal.chars().anyMatch(character -> character == '?' || character == '#')) {
            refuse(findings, "the path has a ? or #", "write parameters under query");
        }
        if (literal.indexOf('%') >= 0 || literal.indexOf('\\') >= 0) {
            refuse(findings, "the path has a % or backslash", "write characters as they are; they are encoded");
        }
        if (literal.indexOf('{') >= 0 || literal.indexOf('}') >= 0) {
            refuse(findings, "the path has a single brace", "write a value as {{ inputs.id }}");
        }
        if (literal.chars().anyMatch(Character::isISOControl)) {
            refuse(findings, "the path has a control character", "remove it");
        }
    }

    private static void refuse(Findings findings, String message, String remedy) {
        findings.add(RequestRule.PATH_SEGMENT, 0, message, remedy);
    }
}
