package dev.hyperterse.compiler.problem;

import java.util.List;
import java.util.Optional;

/**
 * One thing its author has to change, or to wait for.
 *
 * @param reason what conditions, events and metrics say
 * @param path the field, as {@code spec.statement.text} or {@code spec.inputs[2].type}
 * @param position within the text of that field, where the field is a text that is parsed, or within the text of the key that
 *     it refers to
 * @param key of the ConfigMap that {@code path} refers to, where the position is in another one than the reference names
 * @param rule stable name of the rule that was broken, in kebab case; documentation is found by it
 * @param message what is wrong, in one sentence without the path
 * @param remedy what to do about it, in one sentence; may be empty when the message says it all
 * @param failsClosed whether no older version may be served in the meantime: its author asks for protection that cannot be
 *     given
 */
public record Problem(
        Reason reason,
        String path,
        Optional<Position> position,
        Optional<String> key,
        String rule,
        String message,
        String remedy,
        boolean failsClosed) {
    /** The same problem, found at {@code place} of the field's text. */
    public Problem at(Position place) {
        return new Problem(reason, path, Optional.of(place), key, rule, message, remedy, failsClosed);
    }

    /** The same problem, found in another key of the ConfigMap than the one that the reference names. */
    public Problem in(String other) {
        return new Problem(reason, path, position, Optional.of(other), rule, message, remedy, failsClosed);
    }

    /** The same problem of something that protects. */
    public Problem failingClosed() {
        return new Problem(reason, path, position, key, rule, message, remedy, true);
    }

    /**
     * The same problem without a word of the text it was found in: readers of statuses and events need not be allowed to
     * read the ConfigMap that holds the text.
     */
    public Problem withoutQuotation() {
        return new Problem(
                reason,
                path,
                position,
                key,
                rule,
                "the text in the ConfigMap breaks the rule " + rule,
                "see this position of the key; messages do not quote ConfigMaps",
                failsClosed);
    }

    /** The keys and indexes of {@link #path} from the document inwards. */
    public List<String> segments() {
        return FieldPath.segments(path);
    }

    /** Everything a person needs, on one line. */
    public String describe() {
        var where = position.map(place -> path + " " + place).orElse(path);
        return where + ": " + message + (remedy.isEmpty() ? "" : "; " + remedy) + " [" + rule + "]";
    }
}
