package dev.hyperterse.cli.validation.place;

import dev.hyperterse.compiler.admission.Spelling;
import java.util.List;

/** The names that a wrong one may mean. */
final class Neighbours {
    private Neighbours() {}

    /** The remedy with the nearest name, or with all of them where none is near. */
    static String in(String remedy, String written, List<String> names) {
        return Spelling.nearest(written, names)
                .map(near -> "%s; did you mean %s?".formatted(remedy, near))
                .orElseGet(() -> "%s; it has %s".formatted(remedy, String.join(", ", names)));
    }
}
