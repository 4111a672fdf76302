package dev.hyperterse.engines.http;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.binding.GrowingText;
import dev.hyperterse.calls.binding.JsonList;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import dev.hyperterse.catalog.request.JsonPlace;
import dev.hyperterse.catalog.statement.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** A JSON body, or the arguments of a tool, whose keys are fixed. A whole value keeps its type; a member or item without a value is left out. */
public final class JsonBody {
    private final Place place;

    /** A place with its sources found. */
    private sealed interface Place {
        record Members(List<Member> members) implements Place {}

        record Items(List<Place> items) implements Place {}

        record Constant(String json) implements Place {}

        record Whole(ValueSource source) implements Place {}

        record Text(FilledText text) implements Place {}
    }

    private record Member(String name, Place content) {}

    public JsonBody(JsonPlace document, ValueSource.Finder sources) {
        this.place = place(document, sources);
    }

    private static Place place(JsonPlace declared, ValueSource.Finder sources) {
        return switch (declared) {
            case JsonPlace.Members(var members) ->
                new Place.Members(members.stream()
                        .map(member -> new Member(member.name(), place(member.content(), sources)))
                        .toList());
            case JsonPlace.Items(var items) ->
                new Place.Items(items.stream().map(item -> place(item, sources)).toList());
            case JsonPlace.Constant(var json) -> new Place.Constant(json);
            case JsonPlace.Filled(Value.Whole(var reference)) -> new Place.Whole(sources.of(reference));
            case JsonPlace.Filled(var text) -> new Place.Text(FilledText.of(text, sources));
        };
    }

    /** The document; empty when all of it is one value, which is absent. */
    public Optional<String> text(Object[] slots, Principal principal, Reservation memory) {
        var filled = new Filling(slots, principal, memory);
        return filled.value(place).map(value -> {
            var text = new GrowingText(memory);
            try (var generator = JsonText.FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
                filled.write(generator, place, value);
            }
            return text.toString();
        });
    }

    /** The values of one call. */
    private record Filling(Object[] slots, Principal principal, Reservation memory) {
        /** The value of a place; a place with a structure or a constant is its own. */
        Optional<Object> value(Place place) {
            return switch (place) {
                case Place.Members _, Place.Items _, Place.Constant _ -> Optional.of(place);
                case Place.Whole(var source) -> Optional.ofNullable(source.value(slots, principal));
                case Place.Text(var text) ->
                    text.one(UnaryOperator.identity(), slots, principal, memory).map(it -> it);
            };
        }

        void write(JsonGenerator json, Place place, Object value) {
            switch (place) {
                case Place.Members(var members) -> {
                    json.writeStartObject();
                    members.forEach(member -> value(member.content()).ifPresent(content -> {
                        json.writeName(member.name());
                        write(json, member.content(), content);
                    }));
                    json.writeEndObject();
                }
                case Place.Items(var items) -> {
                    json.writeStartArray();
                    items.forEach(item -> value(item).ifPresent(content -> write(json, item, content)));
                    json.writeEndArray();
                }
                case Place.Constant(var constant) -> json.writeRawValue(constant);
                case Place.Whole _, Place.Text _ -> JsonList.write(json, value);
            }
        }
    }
}
