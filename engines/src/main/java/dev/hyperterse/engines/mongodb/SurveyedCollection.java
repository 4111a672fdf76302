package dev.hyperterse.engines.mongodb;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The shape of a collection, without any of its values.
 *
 * @param view whether it is a view or a time series
 * @param documents about how many; negative where the database does not say
 * @param sampled how many were looked at
 * @param indexed the paths by which an index begins, {@code _id} first
 * @param fields by their paths, with dots, in the order of the documents; not those inside of a list of documents
 */
public record SurveyedCollection(
        String name, boolean view, long documents, int sampled, List<String> indexed, Map<String, Field> fields) {
    /** The type of a value, as an argument can have it. */
    public enum Type {
        TEXT,
        INTEGER,
        /** With digits behind the point. */
        NUMBER,
        BOOLEAN,
        TIMESTAMP,
        OBJECT_ID,
        UUID,
        BINARY,
        DOCUMENT,
        OTHER
    }

    /**
     * A field, where it is not null.
     *
     * @param documents how many of those that were looked at have it
     * @param types of its values, or of the items of its lists
     * @param list whether a value is a list
     */
    public record Field(int documents, Set<Type> types, boolean list) {
        public Field {
            types = Set.copyOf(types);
        }
    }
}
