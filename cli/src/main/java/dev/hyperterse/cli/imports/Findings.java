package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import java.util.ArrayList;
import java.util.List;

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

    /** Reads a part, which is left out where it has no counterpart. */
    public void reading(Place place, String what, Runnable part) {
        try {
            part.run();
        } catch (NotImported refused) {
            leftOut(place, what, refused.getMessage(), refused.remedy());
        }
    }

    /** It is there, and does something else than before. */
    public void changed(Place place, String sentence, String remedy) {
        all.add(Diagnostic.ofFile(place, Severity.WARNING, "imported-differently", sentence, remedy));
    }
}
