package dev.hyperterse.cli.served;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.compiler.leaf.protection.Protections;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.resolve.Published.PublicName;
import dev.hyperterse.runtime.check.CheckedStatements;
import dev.hyperterse.runtime.check.RefusedStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The versions of definitions whose statements the databases accepted, to be served in place of later ones that they
 * refuse. All are forgotten when adapters or values change, as they were accepted with other ones.
 */
final class AcceptedVersions {
    private final Map<String, Leaf> byUid = new HashMap<>();
    private List<Adapter> adapters = List.of();
    private ValueSet values = ValueSet.empty();

    /** The served catalog, and the definitions that are served in an earlier version. */
    record Served(List<Leaf> leaves, List<LeafIdentity> kept) {}

    /** The results may be those of a former catalog, so only what is written now is remembered. */
    void remember(Catalog written, CheckedStatements results) {
        forgetOthers(written);
        var accepted = new HashMap<LeafIdentity, Leaf>();
        results.accepted().forEach(leaf -> accepted.put(leaf.identity(), leaf));
        written.leaves().stream()
                .filter(leaf -> leaf.equals(accepted.get(leaf.identity())))
                .forEach(leaf -> byUid.put(leaf.identity().uid(), leaf));
    }

    Served served(Catalog written, CheckedStatements results) {
        forgetOthers(written);
        var refused =
                results.refused().stream().map(RefusedStatement::definition).collect(Collectors.toSet());
        var kept = new ArrayList<LeafIdentity>();
        var leaves = written.leaves().stream()
                .map(leaf -> {
                    var accepted = refused.contains(leaf.identity()) ? accepted(leaf) : Optional.<Leaf>empty();
                    accepted.ifPresent(_ -> kept.add(leaf.identity()));
                    return accepted.orElse(leaf);
                })
                .toList();
        return new Served(leaves, kept);
    }

    /** Not under another name, which may be that of another definition now, and only with the same protections. */
    private Optional<Leaf> accepted(Leaf written) {
        if (written.asked().filter(Action.RunRequest.class::isInstance).isPresent()) {
            // The API has another document; no call would fail.
            return Optional.empty();
        }
        return Optional.ofNullable(byUid.get(written.identity().uid()))
                .filter(older -> !older.equals(written))
                .filter(older -> PublicName.of(older).equals(PublicName.of(written)))
                .flatMap(older -> switch (Protections.of(written).over(older)) {
                    case Checked.Sound<Leaf>(var leaf) -> Optional.of(leaf);
                    case Checked.Faulty<Leaf> _ -> Optional.empty();
                });
    }

    private void forgetOthers(Catalog written) {
        if (!written.server().adapters().equals(adapters) || !written.values().equals(values)) {
            byUid.clear();
            adapters = written.server().adapters();
            values = written.values();
        }
    }
}
