package dev.hyperterse.catalog.request;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import java.util.List;
import java.util.stream.Stream;

/** One value of a JSON body. Every key is fixed here, by the compiler. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "place")
@JsonSubTypes({
    @JsonSubTypes.Type(value = JsonPlace.Members.class, name = "members"),
    @JsonSubTypes.Type(value = JsonPlace.Items.class, name = "items"),
    @JsonSubTypes.Type(value = JsonPlace.Constant.class, name = "constant"),
    @JsonSubTypes.Type(value = JsonPlace.Filled.class, name = "value")
})
public sealed interface JsonPlace {
    /** The sources of its values; one may occur several times. */
    default Stream<Reference> references() {
        return switch (this) {
            case Members(var members) ->
                members.stream().flatMap(member -> member.content().references());
            case Items(var items) -> items.stream().flatMap(JsonPlace::references);
            case Constant _ -> Stream.of();
            case Filled(var value) -> value.references();
        };
    }

    /** An object; a member without a value is left out. */
    record Members(List<Member> members) implements JsonPlace {
        public Members {
            members = List.copyOf(members);
        }
    }

    record Member(String name, JsonPlace content) {}

    /** An array; an item without a value is left out. */
    record Items(List<JsonPlace> items) implements JsonPlace {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** A scalar that is the same in every call, as JSON. */
    record Constant(String json) implements JsonPlace {}

    /** A value of a call: a whole one keeps its type, one that is put together is a text. */
    record Filled(Value value) implements JsonPlace {}
}
