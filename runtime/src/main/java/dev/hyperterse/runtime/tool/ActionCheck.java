package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.LiveAdapter;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.binding.ConfidentialValues;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.tool.masking.ColumnMasks;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Checks with the database of an adapter whether it accepts an action. */
@FunctionalInterface
public interface ActionCheck {
    /** A refusal has its offset in the author's text, and no value of the environment in its message. */
    StatementCheck run(CallScope scope);

    /** The check of an action; empty if the engine of its adapter cannot check it. */
    static Optional<ActionCheck> of(Action action, LinkSettings settings) {
        return switch (action) {
            case Action.OnAdapter statement ->
                settings.adapter(statement.adapter())
                        .flatMap(adapter -> of(action, adapter, settings.values(), settings.masks(statement)));
            case Action.RunScript _, Action.Compose _ -> Optional.empty();
        };
    }

    private static <O> Optional<ActionCheck> of(
            Action action, LiveAdapter<O> adapter, ValueSet values, Optional<ColumnMasks> masks) {
        var confidential = ConfidentialValues.of(action.references(), Set.of(), values);
        return adapter.operations().sample(action, values).map(sample -> scope -> switch (adapter.check(
                sample.operation(), scope)) {
            case StatementCheck.Refused refused -> {
                var shown = confidential.hidden(new CallFailure(refused.message()), Principal.ANONYMOUS);
                yield new StatementCheck.Refused(
                        shown.engine().orElse(refused.message()), sample.place().apply(refused));
            }
            case StatementCheck.Accepted accepted ->
                masks.flatMap(it ->
                                adapter.operations().sql(sample.operation()).flatMap(sql -> it.unresolved(sql, scope)))
                        .<StatementCheck>map(ActionCheck::unmaskable)
                        .orElse(accepted);
            case StatementCheck.Unknown unknown -> unknown;
        });
    }

    /** Callers for whom a rule of masking applies are refused; it is reported like what the database refuses. */
    private static StatementCheck unmaskable(String construct) {
        return new StatementCheck.Refused(
                new EngineMessage("masking cannot tell where its columns come from: " + construct, "masking"),
                OptionalInt.empty());
    }
}
