package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.adapter.Sample;
import dev.hyperterse.calls.binding.ParameterRules.Placeholder;
import dev.hyperterse.calls.binding.SqlVariant.Bind;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A typical statement for the engine to prepare: with the first of the choices, every name of a list of names, and lists
 * of one item.
 */
final class StatementSample {
    private final List<String> texts = new ArrayList<>();
    private final List<Bind> binds = new ArrayList<>();
    private final ParameterRules rules;
    private final ValueSet values;

    private StatementSample(ParameterRules rules, ValueSet values) {
        this.rules = rules;
        this.values = values;
    }

    /**
     * The sample; empty if the server's settings lack a value that every call requires, or if the statement runs with
     * the roles of its callers, whose privileges differ from those of the adapter's role.
     */
    static Optional<Sample<BoundStatement>> of(
            SqlStatement statement, String text, ValueSet values, ParameterRules rules) {
        if (statement.roles().isPresent()) {
            return Optional.empty();
        }
        var sample = new StatementSample(rules, values);
        for (var segment : statement.segments()) {
            if (!sample.add(segment)) {
                return Optional.empty();
            }
        }
        var variant = new SqlVariant(String.join("", sample.texts), sample.binds);
        // A sample has no values, so it needs no memory.
        var bound = new BoundStatement(variant, new Object[sample.binds.size()], new BufferBudget(0).reservation());
        return Optional.of(
                new Sample<>(bound, refused -> new AuthorPlace(statement.segments(), sample.texts, text).of(refused)));
    }

    private boolean add(Segment segment) {
        return switch (segment) {
            case Segment.Text(var sql) -> texts.add(sql);
            case Segment.Parameter(var value, var type) -> add(rules.one(type));
            case Segment.ArrayParameter(var list, var items) ->
                rules.arrays().filter(arrays -> add(arrays.array(items))).isPresent();
            case Segment.ItemList(var list, var items) ->
                texts.add("(?)") && binds.add(Placeholder.jdbc(items).bind());
            case Segment.Choice(var reference, var renderings) ->
                renderings.values().stream().findFirst().filter(texts::add).isPresent();
            case Segment.ChoiceList(var list, var renderings) -> texts.add(String.join(", ", renderings.values()));
            case Segment.EnvironmentIdentifier(var name, var quote) ->
                values.find(ValueKey.environment(name))
                        .filter(Identifier::isPlain)
                        .filter(value -> texts.add(quote + value + quote))
                        .isPresent();
            // Depends on the values of a call.
            case Segment.Name _, Segment.Pasted _, Segment.Role _ -> false;
        };
    }

    private boolean add(Placeholder placeholder) {
        return texts.add(placeholder.sql()) && binds.add(placeholder.bind());
    }
}
