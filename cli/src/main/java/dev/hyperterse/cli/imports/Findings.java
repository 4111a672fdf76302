package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.Tree;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Collects what a configuration has and the manifests have not, or have in another way. */
public final class Findings {
    private final List<Diagnostic> all = new ArrayList<>();

    public List<Diagnostic> all() {
        return List.copyOf(all);
    }

    /** @param what such as {@code tool find_user} */
    public void leftOut(Place place, String what, String why, String remedy) {
        all.add(Diagnostic.ofFile(
                place, Severity.ERROR, "not-imported", "%s is left out: %s".formatted(what, why), remedy));
    }

    /** Says which fields of a part are not read. @param why in front of the field's name */
    public void unknown(Tree part, String what, String why, Set<String> read) {
        part.fields().forEach((name, value) -> {
            if (!read.contains(name)) {
                changed(value.place(), "%s: %s %s".formatted(what, why, name), "");
            }
        });
    }

    /** Reads a part, which is left out where it has no counterpart. */
    public void reading(Place place, String what, Runnable part) {
        try {
            part.run();
        } catch (NotImported refused) {
            leftOut(place, what, refused.getMessage(), refused.remedy());
        } catch (InvalidPathException noPath) {
            leftOut(place, what, "it names a file that cannot be: " + noPath.getReason(), "");
        }
    }

    /** It is there, and does something else than before. */
    public void changed(Place place, String sentence, String remedy) {
        all.add(Diagnostic.ofFile(place, Severity.WARNING, "imported-differently", sentence, remedy));
    }
}
