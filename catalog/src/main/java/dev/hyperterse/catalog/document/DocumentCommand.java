package dev.hyperterse.catalog.document;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.statement.Reference;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One command on one collection of the adapter's database. */
public record DocumentCommand(Kind kind, Target target, List<DocumentValue.Member> fields) {
    public DocumentCommand {
        fields = List.copyOf(fields);
    }

    /** The commands that a tool can run. */
    public enum Kind {
        FIND("find", false),
        AGGREGATE("aggregate", false),
        COUNT("count", false),
        DISTINCT("distinct", false),
        INSERT("insert", true),
        UPDATE("update", true),
        DELETE("delete", true),
        FIND_AND_MODIFY("findAndModify", true);

        private final String spelling;
        private final boolean writes;

        Kind(String spelling, boolean writes) {
            this.spelling = spelling;
            this.writes = writes;
        }

        public String spelling() {
            return spelling;
        }

        public boolean writes() {
            return writes;
        }
    }

    /** Which collection it is for. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Named.class, name = "named"),
        @JsonSubTypes.Type(value = Chosen.class, name = "chosen")
    })
    public sealed interface Target {}

    public record Named(String collection) implements Target {}

    /** One out of these, by a value of the call. */
    public record Chosen(Reference reference, SortedSet<String> collections) implements Target {
        public Chosen {
            collections = new TreeSet<>(collections);
        }
    }

    /** The sources of its values; one may occur several times. */
    public Stream<Reference> references() {
        var chosen =
                switch (target) {
                    case Named _ -> Stream.<Reference>of();
                    case Chosen(var reference, var collections) -> Stream.of(reference);
                };
        return Stream.concat(
                chosen, fields.stream().flatMap(field -> field.content().references()));
    }
}
