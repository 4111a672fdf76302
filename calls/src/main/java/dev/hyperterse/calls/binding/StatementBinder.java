package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.binding.ParameterRules.Placeholder;
import dev.hyperterse.calls.binding.SqlVariant.Bind;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Binds the values of a call to a compiled statement. The text differs between calls only where the compiler allowed
 * it: a choice of an enum, the number of list items, the width of integers. Each text is built once and cached.
 */
final class StatementBinder implements Binder<BoundStatement> {
    /** More than any statement should need; further texts are built for each call. */
    private static final int MOST_VARIANTS = 256;

    private final List<BoundSegment> segments;
    private final ConcurrentHashMap<List<String>, SqlVariant> variants = new ConcurrentHashMap<>();
    private final Optional<SqlVariant> usual;
    private final boolean textual;
    private final boolean named;
    private final boolean listed;
    private final Optional<StatementBinder> session;

    StatementBinder(SqlStatement statement, List<Input> inputs, ValueSet values, ParameterRules rules) {
        var sources = new ValueSource.Finder(inputs, values, rules::datetime);
        this(
                bound(statement.segments(), sources, rules),
                statement.textual(),
                statement.readsNamesOfCallers(),
                session(statement.session(), sources, rules));
    }

    private StatementBinder(
            List<BoundSegment> segments, boolean textual, boolean named, Optional<StatementBinder> session) {
        this.segments = segments;
        this.usual = usual();
        this.textual = textual;
        this.named = named;
        this.listed = segments.stream().anyMatch(BoundSegment.ChosenList.class::isInstance);
        this.session = session;
    }

    private static List<BoundSegment> bound(List<Segment> segments, ValueSource.Finder sources, ParameterRules rules) {
        return segments.stream().map(segment -> bound(segment, sources, rules)).toList();
    }

    /**
     * Calls of a statement with session settings fail on engines without them, because it could return rows of other
     * callers.
     */
    private static Optional<StatementBinder> session(
            List<Segment> settings, ValueSource.Finder sources, ParameterRules rules) {
        if (settings.isEmpty()) {
            return Optional.empty();
        }
        var segments = rules.dialect() == Dialect.POSTGRES
                ? bound(settings, sources, rules)
                : List.<BoundSegment>of(new BoundSegment.Failing("this engine has no settings of a transaction"));
        return Optional.of(new StatementBinder(segments, false, false, Optional.empty()));
    }

    /** Reserves the values, with the copies of a driver, in the memory of the call. */
    @Override
    public BoundStatement bind(Object[] slots, Principal principal, Reservation memory) {
        var values = values(slots, principal, memory);
        var variant = variant(values);
        if (session.isEmpty()) {
            return new BoundStatement(variant, values.toArray(), memory);
        }
        var before = session.get();
        var settings = before.values(slots, principal, memory);
        return new BoundStatement(
                settings.role().map(variant::as).orElse(variant),
                values.toArray(),
                Optional.of(new BoundStatement(before.variant(settings), settings.toArray(), memory)),
                memory);
    }

    private Values values(Object[] slots, Principal principal, Reservation memory) {
        var values = new Values(memory);
        for (var segment : segments) {
            segment.bind(slots, principal, values);
        }
        return values;
    }

    private SqlVariant variant(Values values) {
        if (values.usual() && usual.isPresent()) {
            return usual.get();
        }
        if (textual) {
            return SqlVariant.pasted(String.join("", values.texts()));
        }
        if (named) {
            return SqlVariant.named(String.join("", values.texts()), values.binds());
        }
        if (listed) {
            return SqlVariant.listed(String.join("", values.texts()), values.binds());
        }
        var key = values.texts();
        var known = variants.get(key);
        if (known != null) {
            return known;
        }
        var variant = new SqlVariant(String.join("", key), values.binds());
        if (variants.size() < MOST_VARIANTS) {
            variants.put(key, variant);
        }
        return variant;
    }

    /** The only variant of a statement in which no text depends on the call, with integers that fit 32 bits. */
    private Optional<SqlVariant> usual() {
        var texts = new StringBuilder();
        List<Bind> binds = new ArrayList<>();
        for (var segment : segments) {
            if (segment.usualText().isEmpty()) {
                return Optional.empty();
            }
            texts.append(segment.usualText().get());
            segment.usualPlaceholder().map(Placeholder::bind).ifPresent(binds::add);
        }
        return Optional.of(new SqlVariant(texts.toString(), binds));
    }

    private static BoundSegment bound(Segment segment, ValueSource.Finder sources, ParameterRules rules) {
        return switch (segment) {
            case Segment.Text(var sql) -> new BoundSegment.Fixed(sql);
            case Segment.Parameter(var value, var type) ->
                new BoundSegment.Single(new ValueReader(value, type, sources), rules);
            case Segment.ArrayParameter(var list, var items) ->
                rules.arrays()
                        .<BoundSegment>map(arrays -> new BoundSegment.WholeList(sources.of(list), items, arrays))
                        .orElseGet(() -> new BoundSegment.Failing("this engine takes no list in one parameter"));
            case Segment.ItemList(var list, var items) -> new BoundSegment.PaddedList(sources.of(list), items);
            case Segment.Choice(var reference, var renderings) ->
                new BoundSegment.Chosen(sources.of(reference), renderings);
            case Segment.ChoiceList(var list, var renderings) ->
                new BoundSegment.ChosenList(sources.of(list), renderings);
            case Segment.EnvironmentIdentifier(var name, var quote) -> identifier(name, quote, sources);
            case Segment.Name(var parts, var quote) ->
                new BoundSegment.Named(parts.stream().map(sources::of).toList(), quote);
            case Segment.Role(var value, var allowed) ->
                new BoundSegment.Role(new ValueReader(value, ParameterType.TEXT, sources), Set.copyOf(allowed), rules);
            case Segment.Pasted(var reference) -> new BoundSegment.Pasted(sources.of(reference), name(reference));
        };
    }

    private static String name(Reference reference) {
        return switch (reference) {
            case Reference.Input(var name) -> "input '%s'".formatted(name);
            case Reference.Environment(var name) -> "environment variable '%s'".formatted(name);
            case Reference.OfPrincipal known -> known.display();
        };
    }

    private static BoundSegment identifier(String name, String quote, ValueSource.Finder sources) {
        return sources.variable(name)
                .<BoundSegment>map(value -> {
                    if (!Identifier.isPlain(value)) {
                        return new BoundSegment.Failing(
                                "environment variable '%s' is not a plain identifier".formatted(name));
                    }
                    return new BoundSegment.Fixed(quote + value + quote);
                })
                .orElseGet(() -> new BoundSegment.Failing(
                        ValueSource.Finder.noVariable(name).getMessage()));
    }

    /** Collects the texts and values of the segments of one call. */
    static final class Values {
        /** A value with its entries in lists and in the driver. */
        private static final long VALUE = 64;

        /** Bytes for a character: a driver encodes each text and keeps it until it is sent, and SQLite copies it. */
        private static final long SENT = 6;

        /** Bytes for a character of a text that is not cached. */
        private static final long TEXT = 4;

        private final List<Object> values = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();
        private final List<Bind> binds = new ArrayList<>();
        private final Reservation memory;
        private boolean usual = true;
        private Optional<String> role = Optional.empty();

        Values(Reservation memory) {
            this.memory = memory;
        }

        Reservation memory() {
            return memory;
        }

        /** Text of the usual variant. */
        void usual(String text) {
            texts.add(text);
        }

        /** Text that only some calls have. */
        void unusual(String text) {
            usual = false;
            memory.take(TEXT * text.length());
            texts.add(text);
        }

        /** Adds a value with its placeholder; the text is the usual one if all placeholders are. */
        void value(Object value, Placeholder place, Placeholder usually) {
            if (place == usually) {
                usual(place.sql());
            } else {
                unusual(place.sql());
            }
            value(value, place.bind());
        }

        void value(Object value, Bind bind) {
            memory.take(value instanceof String text ? VALUE + SENT * text.length() : VALUE);
            values.add(value);
            binds.add(bind);
        }

        /** The role that the following statement runs with. */
        void role(String taken) {
            role = Optional.of(taken);
        }

        Optional<String> role() {
            return role;
        }

        boolean usual() {
            return usual;
        }

        List<String> texts() {
            return List.copyOf(texts);
        }

        List<Bind> binds() {
            return binds;
        }

        Object[] toArray() {
            return values.toArray();
        }
    }
}
