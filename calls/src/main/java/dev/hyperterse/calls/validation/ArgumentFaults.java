package dev.hyperterse.calls.validation;

import java.util.Optional;

/** The faults of the arguments of one call: the first ten by their text, the others by their number. */
public final class ArgumentFaults {
    static final int MOST = 10;

    private final StringBuilder text = new StringBuilder();
    private int found;

    public void add(String format, Object... values) {
        found++;
        if (found <= MOST) {
            text.append(found == 1 ? "" : "; ").append(format.formatted(values));
        }
    }

    public boolean isEmpty() {
        return found == 0;
    }

    /** All of them in one line. */
    public Optional<String> text() {
        if (found <= MOST) {
            return Optional.of(text.toString()).filter(it -> !it.isEmpty());
        }
        return Optional.of("%s; and %d more".formatted(text, found - MOST));
    }
}
