package dev.hyperterse.catalog.access;

import java.util.Comparator;
import java.util.Optional;

/**
 * The calls that a rule looks back at: how many there were within a window, and the sum of one of their inputs.
 *
 * @param of whose calls they are
 * @param tool the name of the tool; empty for the definition that the rule is about
 * @param input the input to sum up; empty where calls are counted
 * @param seconds the length of the window
 */
public record PastCalls(Of of, Optional<String> tool, Optional<String> input, long seconds)
        implements Comparable<PastCalls> {
    private static final Comparator<PastCalls> ORDER = Comparator.comparing(PastCalls::key);

    public PastCalls {
        tool = tool == null ? Optional.empty() : tool;
        input = input == null ? Optional.empty() : input;
    }

    /** The callers whose calls count. */
    public enum Of {
        CALLER,
        EVERYONE
    }

    /** Whether it is about an input of the definition itself, whose type decides whether the rule is sound. */
    public boolean sumsItself() {
        return tool.isEmpty() && input.isPresent();
    }

    /** The name of the value in the rule's tree; no name of a tool or an input has a blank. */
    public String key() {
        return "%s %d %s %s".formatted(of, seconds, tool.orElse(""), input.orElse(""));
    }

    @Override
    public int compareTo(PastCalls other) {
        return ORDER.compare(this, other);
    }
}
