package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.document.BsonType;
import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.document.DocumentValue;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Puts the values of a call into the positions that the compiler left for them; every key is from the author. */
final class DocumentBinder implements Binder<BoundDocument> {
    /** A position in the command; constants are made once. */
    @FunctionalInterface
    private interface Place {
        BsonValue value(Object[] slots, Principal principal, Reservation memory);
    }

    private record Field(String name, Place place) {}

    @FunctionalInterface
    private interface Collection {
        String name(Object[] slots, Principal principal, Reservation memory);
    }

    private final DocumentCommand.Kind kind;
    private final ValueSource.Finder sources;
    private final Collection collection;
    private final List<Field> fields;

    DocumentBinder(DocumentCommand command, List<Input> inputs, ValueSet values) {
        this.kind = command.kind();
        this.sources = new ValueSource.Finder(inputs, values, UnaryOperator.identity());
        this.collection = switch (command.target()) {
            case DocumentCommand.Named(var name) -> (slots, principal, memory) -> name;
            case DocumentCommand.Chosen(var reference, var names) -> chosen(sources.of(reference), names);
        };
        this.fields = fields(command.fields());
    }

    @Override
    public BoundDocument bind(Object[] slots, Principal principal, Reservation memory) {
        var name = collection.name(slots, principal, memory);
        return new BoundDocument(kind, name, document(fields, slots, principal, memory), memory);
    }

    private static Collection chosen(ValueSource source, SortedSet<String> names) {
        return (slots, principal, memory) -> {
            var value = source.value(slots, principal);
            if (value == null || !names.contains(value.toString())) {
                throw new CallFailure(Stage.BINDING, "a collection is none of: " + String.join(", ", names));
            }
            return value.toString();
        };
    }

    private List<Field> fields(List<DocumentValue.Member> members) {
        return members.stream()
                .map(member -> new Field(member.name(), place(member.content())))
                .toList();
    }

    private Place place(DocumentValue value) {
        return switch (value) {
            case DocumentValue.Members(var members) -> {
                var inner = fields(members);
                yield (slots, principal, memory) -> document(inner, slots, principal, memory);
            }
            case DocumentValue.Items(var items) -> {
                var inner = items.stream().map(this::place).toList();
                yield (slots, principal, memory) -> {
                    var array = new BsonArray(new ArrayList<>(inner.size()));
                    inner.forEach(item -> array.add(item.value(slots, principal, memory)));
                    return array;
                };
            }
            case DocumentValue.Constant(var type, var text) -> {
                var constant = BsonValues.constant(type, text);
                yield (slots, principal, memory) -> constant;
            }
            case DocumentValue.Parameter(var reference, var type) -> {
                var source = sources.of(reference);
                yield (slots, principal, memory) -> BsonValues.of(type, source.value(slots, principal), memory);
            }
            case DocumentValue.ListParameter(var list, var items) -> {
                var source = sources.of(list);
                yield (slots, principal, memory) -> switch (source.value(slots, principal)) {
                    case null -> BsonNull.VALUE;
                    case List<?> values ->
                        new BsonArray(values.stream()
                                .map(item -> BsonValues.of(items, item, memory))
                                .toList());
                    case Object single -> new BsonArray(List.of(BsonValues.of(items, single, memory)));
                };
            }
            case DocumentValue.TextParameter(var pieces, var type) -> text(InsertedText.of(pieces, sources), type);
        };
    }

    private static Place text(InsertedText text, BsonType type) {
        return (slots, principal, memory) -> BsonValues.of(type, text.value(slots, principal, memory), memory);
    }

    private static BsonDocument document(List<Field> fields, Object[] slots, Principal principal, Reservation memory) {
        var document = new BsonDocument(fields.size());
        fields.forEach(field -> document.append(field.name(), field.place().value(slots, principal, memory)));
        return document;
    }
}
