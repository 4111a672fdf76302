package dev.hyperterse.catalog.statement;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One stretch of a statement. Everything that can become SQL text is fixed here, by the compiler; the one exception has a
 * name of its own.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "segment")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Segment.Text.class, name = "sql"),
    @JsonSubTypes.Type(value = Segment.Parameter.class, name = "parameter"),
    @JsonSubTypes.Type(value = Segment.ArrayParameter.class, name = "array"),
    @JsonSubTypes.Type(value = Segment.ItemList.class, name = "list"),
    @JsonSubTypes.Type(value = Segment.Choice.class, name = "choice"),
    @JsonSubTypes.Type(value = Segment.ChoiceList.class, name = "choices"),
    @JsonSubTypes.Type(value = Segment.EnvironmentIdentifier.class, name = "identifier"),
    @JsonSubTypes.Type(value = Segment.Name.class, name = "name"),
    @JsonSubTypes.Type(value = Segment.Pasted.class, name = "pasted"),
    @JsonSubTypes.Type(value = Segment.Role.class, name = "role")
})
public sealed interface Segment {
    /** The sources of its values; one may occur several times. */
    default Stream<Reference> references() {
        return switch (this) {
            case Text _ -> Stream.of();
            case Parameter(var value, var type) -> value.references();
            case ArrayParameter(var list, var items) -> Stream.of(list);
            case ItemList(var list, var items) -> Stream.of(list);
            case Choice(var reference, var renderings) -> Stream.of(reference);
            case ChoiceList(var list, var renderings) -> Stream.of(list);
            case EnvironmentIdentifier(var name, var quote) -> Stream.of(new Reference.Environment(name));
            case Name(var parts, var quote) -> parts.stream();
            case Pasted(var reference) -> Stream.of(reference);
            case Role(var value, var allowed) -> value.references();
        };
    }

    /** SQL that is sent as it stands, with the driver's own characters already escaped for it. */
    record Text(String sql) implements Segment {}

    /** One parameter of the driver. */
    record Parameter(Value value, ParameterType type) implements Segment {}

    /** One parameter that carries a whole list: Postgres' {@code = ANY(?)}. */
    record ArrayParameter(Reference list, ParameterType items) implements Segment {}

    /**
     * A parenthesised list with one parameter for each item, padded to the next power of two by repeating the last;
     * for engines without array parameters. An empty list becomes a subquery without rows.
     */
    record ItemList(Reference list, ParameterType items) implements Segment {}

    /** A value out of an enum, each with the SQL the compiler rendered for it. */
    record Choice(Reference reference, Map<String, String> renderings) implements Segment {
        public Choice {
            renderings = new TreeMap<>(renderings);
        }
    }

    /** One or more of an enum's values, each once with the SQL the compiler rendered for it, and commas between them. */
    record ChoiceList(Reference list, Map<String, String> renderings) implements Segment {
        public ChoiceList {
            renderings = new TreeMap<>(renderings);
        }
    }

    /**
     * A name that the caller chooses, for tools that Hyperterse brings along: its parts with dots between them, each between
     * two of the quotes, in which a doubled quote stands for itself.
     *
     * @param parts those without a value are left out
     */
    record Name(List<Reference> parts, String quote) implements Segment {
        public Name {
            parts = List.copyOf(parts);
        }
    }

    /** A value that becomes text of the statement, as its author and the owner of the adapter have asked for. */
    record Pasted(Reference reference) implements Segment {}

    /**
     * One parameter that carries the role that the statement behind it runs with.
     *
     * @param allowed any other one fails the call
     */
    record Role(Value value, List<String> allowed) implements Segment {
        public Role {
            allowed = List.copyOf(allowed);
        }
    }

    /**
     * A quoted identifier out of the server's environment. The replica checks that the value is
     * {@code [A-Za-z_][A-Za-z0-9_$]{0,62}} and puts it between two of the quotes; anything else is an error of the call.
     */
    record EnvironmentIdentifier(String name, String quote) implements Segment {
        public EnvironmentIdentifier {
            // Catalogs of earlier operators have none.
            quote = quote == null ? "\"" : quote;
        }
    }
}
