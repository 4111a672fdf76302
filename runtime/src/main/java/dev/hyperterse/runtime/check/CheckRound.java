package dev.hyperterse.runtime.check;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.runtime.tool.ActionCheck;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * The checks of the statements of one catalog. Each pass checks those that are not accepted yet, one after another.
 */
public final class CheckRound {
    /** The timeout of one check, including the wait for a connection. */
    private static final long LONGEST_MILLIS = 5_000;

    private record Known(Checkable statement, StatementCheck check) {}

    private final LinkSettings links;
    private final List<Checkable> statements;
    private final Map<Checkable.Key, Known> known = new TreeMap<>();
    private final Set<String> unanswered = new TreeSet<>();

    /**
     * Adapters, and lists of one: a server that fails to list its prompts may list its tools. Documents are skipped together,
     * because there may be hundreds.
     */
    private final Set<String> skipped = new TreeSet<>();

    /** Where a pass begins: behind a document that was not had, so that it does not hide the others of its adapter. */
    private int first;

    public CheckRound(Collection<? extends Leaf> definitions, LinkSettings links) {
        this.links = links;
        this.statements = definitions.stream().<Checkable>flatMap(Checkable::of).toList();
    }

    /** Takes over the results of equal definitions, if adapters and values are equal. */
    CheckRound after(CheckRound before) {
        if (before.links.equals(links)) {
            statements.forEach(statement -> {
                var same = before.known.get(statement.key());
                if (same != null && same.statement().equals(statement)) {
                    known.put(statement.key(), same);
                }
            });
        }
        return this;
    }

    /**
     * Checks each statement once that is not yet accepted, and each that another server defines. What does not
     * respond is skipped for the rest of the pass.
     *
     * @param wanted whether to continue
     */
    public void pass(DeadlineTimer deadlines, BooleanSupplier wanted) {
        unanswered.clear();
        skipped.clear();
        var begun = first;
        for (var index = 0; index < statements.size(); index++) {
            var at = (begun + index) % statements.size();
            var statement = statements.get(at);
            if (!wanted.getAsBoolean()) {
                return;
            }
            if ((!accepted(statement.key()) || isForeign(statement)) && !skipped.contains(asked(statement))) {
                ActionCheck.of(statement.asked().action(), links)
                        .flatMap(check -> ask(check, deadlines))
                        .ifPresent(check -> note(at, check));
            }
        }
    }

    private static String asked(Checkable statement) {
        var action = statement.asked().action();
        return action instanceof Action.OnServer definition
                ? definition.adapter() + " " + definition.defines().list()
                : action.adapter();
    }

    /** Whether another server may change what was accepted at any time. */
    boolean isForeign() {
        return statements.stream().anyMatch(CheckRound::isForeign);
    }

    private static boolean isForeign(Checkable statement) {
        return statement.asked().action().definedBy().isPresent();
    }

    private boolean accepted(Checkable.Key statement) {
        return known.containsKey(statement) && known.get(statement).check() instanceof StatementCheck.Accepted;
    }

    /** The result; empty after an internal error, which is logged and does not end the pass. */
    private static Optional<StatementCheck> ask(ActionCheck check, DeadlineTimer deadlines) {
        try (var scope = CallScope.open(deadlines, LONGEST_MILLIS)) {
            return Optional.of(check.run(scope));
        } catch (CallFailure notNow) {
            return Optional.of(new StatementCheck.Unknown());
        } catch (RuntimeException fault) {
            BackgroundTurn.failed("check statements", fault);
            return Optional.empty();
        }
    }

    private void note(int at, StatementCheck check) {
        var statement = statements.get(at);
        switch (check) {
            // The former result stays valid.
            case StatementCheck.Unknown _ -> {
                unanswered.add(statement.asked().action().adapter());
                skipped.add(asked(statement));
                first = at + 1;
            }
            case StatementCheck.Accepted _, StatementCheck.Refused _ ->
                known.put(statement.key(), new Known(statement, check));
        }
    }

    /** The adapters that did not respond in the last pass. */
    public Set<String> unanswered() {
        return Set.copyOf(unanswered);
    }

    /** Whether another pass may soon have other results. What another server defines is not asked for more often for a refusal. */
    public boolean isOpen() {
        return !unanswered.isEmpty()
                || known.values().stream()
                        .anyMatch(it -> it.check() instanceof StatementCheck.Refused && !isForeign(it.statement()));
    }

    CheckedStatements results() {
        var accepted = new LinkedHashMap<LeafIdentity, Leaf>();
        statements.forEach(statement -> accepted.put(statement.definition().identity(), statement.definition()));
        statements.stream()
                .filter(statement -> !accepted(statement.key()))
                .forEach(statement -> accepted.remove(statement.definition().identity()));
        return new CheckedStatements(refused(), List.copyOf(accepted.values()));
    }

    /** The refused statements, in the order of definitions. */
    public List<RefusedStatement> refused() {
        return known.values().stream()
                .filter(it -> it.check() instanceof StatementCheck.Refused)
                .map(it -> new RefusedStatement(
                        it.statement().definition().identity(),
                        it.statement().asked().query(),
                        it.statement().asked().action().adapter(),
                        (StatementCheck.Refused) it.check()))
                .toList();
    }
}
