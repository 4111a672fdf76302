package dev.hyperterse.compiler.leaf.lastgood;

import dev.hyperterse.catalog.AccessPolicy;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.BoundInput;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.ToolLeaf.Hints;
import dev.hyperterse.catalog.ToolRates;
import dev.hyperterse.catalog.statement.BoundSource;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.compiler.leaf.statement.StatementLinker;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who may use a definition, how often, and on whose behalf its statement runs. An older version that is served in its place
 * gets the first of these as they are asked for now; the others are part of its statement, so it has to have them.
 *
 * @param hints what is warned of, and whether users are asked
 * @param bound where the values of inputs come from that clients do not send; empty where that does not compile
 * @param session settings and role of its transaction; empty where they do not compile
 * @param textual whether values become text of its statement
 */
public record Protections(
        Optional<AccessPolicy> access,
        Optional<ToolLeaf.Callers> callers,
        Optional<ToolRates> rates,
        Hints hints,
        Map<String, Optional<BoundSource>> bound,
        Optional<List<Segment>> session,
        boolean textual) {
    /** Those that a definition has. */
    public static Protections of(Leaf leaf) {
        var statement = statement(leaf);
        var session = Optional.of(statement.map(SqlStatement::session).orElseGet(List::of));
        var textual = statement.filter(SqlStatement::textual).isPresent();
        if (!(leaf instanceof ToolLeaf tool)) {
            return new Protections(
                    leaf.access(), Optional.empty(), Optional.empty(), Hints.NONE, Map.of(), session, textual);
        }
        var bound = new TreeMap<String, Optional<BoundSource>>();
        for (BoundInput input : tool.inputs().bound()) {
            bound.put(input.input().name(), Optional.of(input.source()));
        }
        return new Protections(tool.access(), tool.callableFrom(), tool.rates(), tool.hints(), bound, session, textual);
    }

    private static Optional<SqlStatement> statement(Leaf leaf) {
        return leaf.asked()
                .filter(Action.RunSql.class::isInstance)
                .map(Action.RunSql.class::cast)
                .map(Action.RunSql::statement);
    }

    /** The older version with what is asked for now, or what it lacks of that. */
    public Checked<Leaf> over(Leaf older) {
        return lackedBy(of(older))
                .<Checked<Leaf>>map(Checked::faulty)
                .orElseGet(() -> Checked.sound(
                        older instanceof ToolLeaf tool
                                ? tool.with(draft -> {
                                    draft.access = access;
                                    draft.callableFrom = callers;
                                    draft.rates = rates;
                                    draft.hints = warnedOfMore(tool.hints());
                                })
                                : older.with(access)));
    }

    private Optional<Problem> lackedBy(Protections older) {
        for (var input : bound.entrySet()) {
            var source = input.getValue();
            if (source.isEmpty() || !source.equals(older.bound.get(input.getKey()))) {
                return Optional.of(lessStrict(
                        "spec.inputs", "the input '%s' has another source, or none".formatted(input.getKey())));
            }
        }
        var asked = session.map(Protections::withoutAllowLists);
        if (asked.isEmpty()
                || !asked.get().isEmpty() && !asked.equals(older.session.map(Protections::withoutAllowLists))) {
            return Optional.of(lessStrict(StatementLinker.PATH, "its transaction has other settings or another role"));
        }
        return older.textual && !textual
                ? Optional.of(
                        lessStrict(StatementLinker.PATH + ".substitution", "its statement has textual substitution"))
                : Optional.empty();
    }

    /** Which roles an adapter allows is not asked for by the statement. */
    private static List<Segment> withoutAllowLists(List<Segment> session) {
        return session.stream()
                .map(it -> it instanceof Segment.Role(var value, var _) ? new Segment.Role(value, List.of()) : it)
                .toList();
    }

    private Hints warnedOfMore(Hints older) {
        return new Hints(
                hints.readOnly().filter(it -> !it).or(older::readOnly),
                hints.destructive().filter(it -> it).or(older::destructive),
                hints.idempotent().filter(it -> !it).or(older::idempotent),
                hints.openWorld().filter(it -> it).or(older::openWorld),
                hints.confirm().filter(it -> it).or(older::confirm));
    }

    private static Problem lessStrict(String path, String message) {
        return Problem.of(
                        Reason.LastGoodLessStrict,
                        path,
                        "last-good-as-strict",
                        "the last good version is not served in the meantime, because it is less strict: " + message,
                        "fix the definition")
                .failingClosed();
    }
}
