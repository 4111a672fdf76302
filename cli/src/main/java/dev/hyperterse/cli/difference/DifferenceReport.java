package dev.hyperterse.cli.difference;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.difference.Difference.Sign;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.manifest.ManifestSet;
import dev.hyperterse.cli.print.Counted;
import java.util.List;
import java.util.Optional;

/**
 * All differences, and where each is written.
 *
 * @param servers how many servers were compared
 */
public record DifferenceReport(int servers, List<Difference> differences, ManifestSet directory) {
    public boolean isEmpty() {
        return differences.isEmpty();
    }

    public long count(Sign sign) {
        return differences.stream().filter(it -> it.sign() == sign).count();
    }

    /** How many differences have a change of that impact. */
    public long count(Impact impact) {
        return differences.stream().filter(it -> it.has(impact)).count();
    }

    /** {@code 2 servers: 1 added, 2 changed, 0 removed; 1 breaking, 0 rights}. */
    public String summary() {
        return "%s: %d added, %d changed, %d removed; %d breaking, %d rights"
                .formatted(
                        Counted.of(servers, "server"),
                        count(Sign.ADDED),
                        count(Sign.CHANGED),
                        count(Sign.REMOVED),
                        count(Impact.BREAKING),
                        count(Impact.RIGHTS));
    }

    /** Each change as a finding, for formats that show findings beside the lines of files. */
    public List<Diagnostic> annotations() {
        return differences.stream()
                .flatMap(difference -> difference.changes().stream().map(change -> annotation(difference, change)))
                .sorted(Diagnostic.ORDER)
                .toList();
    }

    private Diagnostic annotation(Difference difference, DefinitionChange change) {
        return Diagnostic.ofFile(
                place(difference, change)
                        .or(() -> directory.find(difference.serverKey()).map(Manifest::place))
                        .orElseGet(() -> Place.startOf(directory.directory().toString())),
                change.impact().isSerious() ? Severity.WARNING : Severity.NOTICE,
                change.impact().word() + "-change",
                "%s of %s: %s".formatted(difference.display(), difference.server(), change.message()),
                "");
    }

    /** Where the directory writes it; what is gone or in the cluster alone has no place. */
    Optional<Place> place(Difference difference, DefinitionChange change) {
        return directory.find(difference.object()).map(Manifest::sources).map(sources -> sources.locate(change.path()));
    }
}
