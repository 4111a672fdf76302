package dev.hyperterse.runtime;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.runtime.check.RefusedStatement;
import dev.hyperterse.runtime.check.StatementChecks;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.observe.RevisionReport;
import dev.hyperterse.runtime.observe.RevisionReport.AdapterReport;
import dev.hyperterse.runtime.observe.RevisionReport.Refused;
import dev.hyperterse.runtime.observe.RevisionReport.Unverified;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;

/** Builds the report of a replica for the operator. */
final class ReplicaReport {
    /** The maximum of reported statements; if more are refused, the database is at fault. */
    private static final int MOST_UNVERIFIED = 1_000;

    private ReplicaReport() {}

    static RevisionReport of(LiveCatalogs catalogs, List<AdapterState> adapters, StatementChecks checks) {
        var live = catalogs.current();
        return new RevisionReport(
                live.map(catalog -> catalog.settings().identity().display()),
                live.map(catalog -> catalog.revision()),
                live.map(catalog -> catalog.refused().stream()
                                .map(refused -> new Refused(refused.definition(), refused.reason()))
                                .toList())
                        .orElseGet(List::of),
                adapters.stream().map(ReplicaReport::adapter).toList(),
                unverified(checks.results().refused()));
    }

    /** The first refused statement of each definition: a condition reports one problem at a time. */
    private static List<Unverified> unverified(List<RefusedStatement> refused) {
        var first = new LinkedHashMap<LeafIdentity, RefusedStatement>();
        refused.forEach(statement -> first.putIfAbsent(statement.definition(), statement));
        return first.values().stream()
                .limit(MOST_UNVERIFIED)
                .map(ReplicaReport::unverified)
                .toList();
    }

    /** The offset refers to the statement of the definition; queries of scripts have none. */
    private static Unverified unverified(RefusedStatement statement) {
        var refusal = statement.refusal();
        return new Unverified(
                statement.definition().display(),
                statement.definition().generation(),
                statement
                        .query()
                        .map(name -> "query '%s': ".formatted(name))
                        .orElse("")
                        .concat(refusal.message().line()),
                statement.query().isPresent() ? OptionalInt.empty() : refusal.offset());
    }

    private static AdapterReport adapter(AdapterState state) {
        var name =
                switch (state.status()) {
                    case UP -> "Up";
                    case DOWN -> "Down";
                    case CONNECTING -> "Connecting";
                };
        return new AdapterReport(state.name(), name, state.message());
    }
}
