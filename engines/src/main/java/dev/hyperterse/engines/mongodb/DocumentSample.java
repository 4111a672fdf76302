package dev.hyperterse.engines.mongodb;

import dev.hyperterse.engines.mongodb.SurveyedCollection.Field;
import dev.hyperterse.engines.mongodb.SurveyedCollection.Type;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The fields of documents, gathered one document after the other. */
final class DocumentSample {
    private static final int DEEPEST = 3;
    /** A document may be a map, whose keys are data. */
    private static final int MOST_PATHS = 500;

    private static final class Seen {
        private final Set<Type> types = EnumSet.noneOf(Type.class);
        private boolean list;
        private int documents;
    }

    private final Map<String, Seen> fields = new LinkedHashMap<>();
    private int documents;

    void add(BsonDocument document) {
        documents++;
        Set<String> counted = new HashSet<>();
        add("", document, 1, counted);
    }

    private void add(String above, BsonDocument document, int depth, Set<String> counted) {
        for (var entry : document.entrySet()) {
            var path = above + entry.getKey();
            if (entry.getValue().isNull()
                    || entry.getKey().isEmpty()
                    || entry.getKey().contains(".")) {
                continue;
            }
            if (!fields.containsKey(path) && fields.size() >= MOST_PATHS) {
                continue;
            }
            var seen = fields.computeIfAbsent(path, _ -> new Seen());
            if (counted.add(path)) {
                seen.documents++;
            }
            switch (entry.getValue()) {
                case BsonValue list
                when list.isArray() -> {
                    seen.list = true;
                    list.asArray().forEach(item -> seen.types.add(type(item)));
                }
                case BsonValue inner
                when inner.isDocument() -> {
                    seen.types.add(Type.DOCUMENT);
                    if (depth < DEEPEST) {
                        add(path + ".", inner.asDocument(), depth + 1, counted);
                    }
                }
                case BsonValue value -> seen.types.add(type(value));
            }
        }
    }

    private static Type type(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> Type.TEXT;
            case INT32, INT64 -> Type.INTEGER;
            case DOUBLE, DECIMAL128 -> Type.NUMBER;
            case BOOLEAN -> Type.BOOLEAN;
            case DATE_TIME -> Type.TIMESTAMP;
            case OBJECT_ID -> Type.OBJECT_ID;
            case BINARY ->
                value.asBinary().getType() == BsonBinarySubType.UUID_STANDARD.getValue() ? Type.UUID : Type.BINARY;
            case DOCUMENT -> Type.DOCUMENT;
            default -> Type.OTHER;
        };
    }

    int documents() {
        return documents;
    }

    Map<String, Field> fields() {
        var found = new LinkedHashMap<String, Field>();
        fields.forEach((path, seen) -> found.put(path, new Field(seen.documents, seen.types, seen.list)));
        return found;
    }
}
