package dev.hyperterse.runtime.tool.masking;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallerHash;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.result.MaskedColumns;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Masking;
import dev.hyperterse.catalog.server.adapter.Masking.Treatment;
import dev.hyperterse.runtime.access.CallerCondition;
import dev.hyperterse.statement.lineage.ResultColumn;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The masks of the columns of one adapter. Equal if adapter and settings are. */
public final class ColumnMasks {
    /** No plugin has such a name, so that no hash of a value is one of a caller. */
    private static final String VALUES = "\1masked";

    private final LiveAdapter<?> adapter;
    private final Masking masking;
    private final CallerHash hashes;
    private final List<Rule> rules;
    private final KnownLineages lineages;

    private record Rule(Masking.Rule written, Optional<CallerCondition> when) {
        boolean appliesTo(Principal principal) {
            return when.isEmpty() || when.get().holds(principal);
        }
    }

    private ColumnMasks(LiveAdapter<?> adapter, Masking masking, CallerHash hashes) {
        this.adapter = adapter;
        this.masking = masking;
        this.hashes = hashes;
        this.rules = masking.rules().stream()
                .map(rule -> new Rule(rule, rule.when().map(CallerCondition::new)))
                .toList();
        this.lineages = new KnownLineages(new SchemaReader(adapter, masking)::read, System::nanoTime);
    }

    /** By the names of adapters that have masking. @throws IllegalArgumentException if a condition is unknown here */
    public static Map<String, ColumnMasks> of(
            Collection<Adapter> declared, Map<String, LiveAdapter<?>> live, CallerHash hashes) {
        var masks = new HashMap<String, ColumnMasks>();
        declared.forEach(adapter -> adapter.masking()
                .ifPresent(masking ->
                        masks.put(adapter.name(), new ColumnMasks(live.get(adapter.name()), masking, hashes))));
        return masks;
    }

    /** Whether a rule applies to the caller; all others see what the role sees. */
    public boolean applyTo(Principal principal) {
        return rules.stream().anyMatch(rule -> rule.appliesTo(principal));
    }

    /** @param labels of the columns that are masked */
    public record Mask(MaskedColumns rows, Set<String> labels) {}

    /**
     * The mask of the rows of a statement.
     *
     * @throws CallFailure if the statement cannot be resolved, or shows a column that is refused
     */
    public Mask of(Principal principal, String sql, CallScope scope) {
        var applying = rules.stream().filter(rule -> rule.appliesTo(principal)).toList();
        var known = lineages.of(sql, scope);
        var columns = known.columns().stream()
                .map(column -> new MaskedColumns.Column(
                        column.expanded() ? column.name() : Optional.empty(), treatment(column, applying)))
                .toList();
        var labels = IntStream.range(0, columns.size())
                .filter(index -> columns.get(index).treatment().isPresent())
                .mapToObj(index -> known.columns().get(index).source().labels())
                .flatMap(Set::stream)
                .collect(Collectors.toSet());
        return new Mask(new MaskedColumns(columns, this::hash, known.forget()), labels);
    }

    /** The construct of the statement that cannot be resolved. */
    public Optional<String> unresolved(String sql, CallScope scope) {
        return lineages.unresolved(sql, scope);
    }

    private static Optional<Treatment> treatment(ResultColumn column, List<Rule> applying) {
        var labels = column.source().labels();
        var strictest = applying.stream()
                .filter(rule -> rule.written().labels().stream().anyMatch(labels::contains))
                .map(rule -> rule.written().then())
                .max(Treatment::compareTo);
        if (strictest.filter(Treatment.Refuse::equals).isPresent()) {
            throw new CallFailure(
                    Stage.AUTH,
                    "the statement shows %s, which comes from columns labelled %s; you may not see them"
                            .formatted(
                                    column.name().map("column '%s'"::formatted).orElse("a value"),
                                    labels.stream().sorted().collect(Collectors.joining(", "))));
        }
        // Of a part of a value, a hash or four characters can be all of it.
        return strictest.map(it -> column.source().derived() ? Treatment.SetNull : it);
    }

    private Optional<String> hash(String value) {
        return hashes.of(Principal.named(VALUES, value));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnMasks that && adapter == that.adapter && masking.equals(that.masking);
    }

    @Override
    public int hashCode() {
        return masking.hashCode();
    }
}
