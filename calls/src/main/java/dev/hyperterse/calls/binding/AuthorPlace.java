package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Maps an offset in the text that an engine received to the author's text. Between two placeholders both have the same
 * words in the same order, except for text that the compiler has added around a value.
 */
final class AuthorPlace {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_$]+|\"[^\"]*\"|`[^`]*`|'[^']*'|\\S");

    /** Quotations of a statement in messages of engines: an unknown name, or the rest that cannot be parsed. */
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"|`([^`]+)`|(?<!\\w)'(.+?)'(?= |$)|: (\\S+)$");

    private final List<Segment> segments;
    private final List<String> sent;
    private final String author;
    private final List<Placeholder> placeholders = new ArrayList<>();

    private record Placeholder(int start, int end) {}

    /** @param sent the text of each segment */
    AuthorPlace(List<Segment> segments, List<String> sent, String author) {
        this.segments = segments;
        this.sent = sent;
        this.author = author;
        for (var at = author.indexOf("{{"); at >= 0; at = author.indexOf("{{", at)) {
            var end = author.indexOf("}}", at);
            if (author.startsWith("{{{{", at) || end < 0) {
                // Two literal braces.
                at += 4;
            } else {
                placeholders.add(new Placeholder(at, end + 2));
                at = end + 2;
            }
        }
    }

    /**
     * The position of a refusal: the engine's offset, or else the only occurrence of the word that the engine quotes.
     */
    OptionalInt of(StatementCheck.Refused refused) {
        return refused.offset().isPresent()
                ? at(refused.offset().getAsInt())
                : quoted(refused.message().words());
    }

    private OptionalInt at(int offset) {
        var begin = 0;
        var before = 0;
        for (var index = 0; index < sent.size(); index++) {
            var text = sent.get(index);
            var inside = offset - begin;
            if (inside < text.length() || index == sent.size() - 1) {
                return segments.get(index) instanceof Segment.Text
                        ? OptionalInt.of(between(before, text, Math.min(inside, text.length())))
                        : start(before);
            }
            begin += text.length();
            before += placeholders(segments.get(index));
        }
        return OptionalInt.empty();
    }

    private OptionalInt start(int placeholder) {
        return placeholder < placeholders.size()
                ? OptionalInt.of(placeholders.get(placeholder).start())
                : OptionalInt.empty();
    }

    /** The position of the same word, counted from the placeholder before it. */
    private int between(int before, String text, int inside) {
        var from = before == 0 || before > placeholders.size()
                ? 0
                : placeholders.get(before - 1).end();
        var to = before < placeholders.size() ? placeholders.get(before).start() : author.length();
        var count = 0;
        var wanted = "";
        for (var words = WORD.matcher(text); words.find() && wanted.isEmpty(); ) {
            if (words.end() > inside) {
                wanted = words.group();
            }
        }
        for (var words = WORD.matcher(text); words.find() && words.end() <= inside; ) {
            count += words.group().equals(wanted) ? 1 : 0;
        }
        var found = wanted.isEmpty() ? to : from;
        for (var words = WORD.matcher(author).region(from, to); words.find() && count >= 0; ) {
            if (words.group().equals(wanted)) {
                found = words.start();
                count--;
            }
        }
        return found;
    }

    /** The number of the author's placeholders in a segment. */
    private static int placeholders(Segment segment) {
        return switch (segment) {
            case Segment.Text _ -> 0;
            case Segment.Parameter(Value.Concatenation(var pieces), var type) ->
                (int) pieces.stream().filter(Value.Inserted.class::isInstance).count();
            case Segment.Parameter _,
                    Segment.ArrayParameter _,
                    Segment.ItemList _,
                    Segment.Choice _,
                    Segment.ChoiceList _,
                    Segment.EnvironmentIdentifier _,
                    Segment.Name _,
                    Segment.Pasted _,
                    Segment.Role _ -> 1;
        };
    }

    private OptionalInt quoted(String words) {
        for (var quotes = QUOTED.matcher(words); quotes.find(); ) {
            var named = Stream.of(quotes.group(1), quotes.group(2), quotes.group(3), quotes.group(4))
                    .filter(group -> group != null)
                    .findFirst()
                    .orElse("");
            // The engine may qualify a name, and text that it cannot parse may continue with a value.
            var found = Stream.of(named, named.substring(named.lastIndexOf('.') + 1), named.split("\\?", 2)[0])
                    .map(this::onlyOccurrence)
                    .filter(OptionalInt::isPresent)
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
        }
        return OptionalInt.empty();
    }

    private OptionalInt onlyOccurrence(String word) {
        if (word.isBlank()) {
            return OptionalInt.empty();
        }
        var found = Pattern.compile(
                        "(?<![\\p{L}\\p{N}_$])" + Pattern.quote(word.strip()) + "(?![\\p{L}\\p{N}_$])",
                        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                .matcher(author)
                .results()
                .map(result -> result.start())
                .filter(at -> placeholders.stream().noneMatch(it -> it.start() <= at && at < it.end()))
                .limit(2)
                .toList();
        return found.size() == 1 ? OptionalInt.of(found.getFirst()) : OptionalInt.empty();
    }
}
