package dev.hyperterse.catalog.encoding;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The number of the wire format. A reader understands its own format and the one before, and refuses any other. There has
 * been one format so far, so the writer has nothing to choose (decision 0003).
 */
public record Format(@JsonValue int number) implements Comparable<Format> {
    /** The format this build writes. */
    public static final Format NEWEST = new Format(1);

    /** The oldest format this build reads. */
    public static final Format OLDEST = new Format(Math.max(1, NEWEST.number - 1));

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Format {
        if (number < 1) {
            throw new IllegalArgumentException("a catalog format is 1 or more, not " + number);
        }
    }

    public boolean readableBy(Format reader) {
        return number == reader.number || number == reader.number - 1;
    }

    @Override
    public int compareTo(Format other) {
        return Integer.compare(number, other.number);
    }
}
