package dev.hyperterse.engines.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.engines.UnusableSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;

/**
 * The collections of a database by a bounded look at each: its indexes, and the fields of its first and its newest
 * documents. Values do not leave it. Every failure is a {@link CallFailure}.
 */
public final class MongodbSurvey implements AutoCloseable {
    /** From either end of a collection. */
    private static final int DOCUMENTS = 100;

    private static final long MOST_BYTES = 16L << 20;
    private static final long MOST_SECONDS = 10;
    private static final int MOST_COLLECTIONS = 10_000;
    /** Neither has an index on {@code _id}; a time series is a view of its buckets. */
    private static final Set<String> UNINDEXED = Set.of("view", "timeseries");

    private final MongodbSettings settings;
    private final MongoClient client;
    private final MongoDatabase database;

    public MongodbSurvey(MongodbAdapter adapter) {
        try {
            this.settings = MongodbSettings.of(adapter.adapter(), adapter.engine(), adapter.values());
        } catch (UnusableSettings unusable) {
            throw new CallFailure(Stage.EXECUTION, unusable.getMessage());
        }
        this.client = MongoClients.create(settings.client());
        this.database = client.getDatabase(settings.database());
    }

    /** The names of the collections and views that the user may read, in order, and whether each is a view or a time series. */
    public Map<String, Boolean> names() {
        return answer(() -> {
            var command = new BsonDocument("listCollections", new BsonInt32(1))
                    .append("nameOnly", BsonBoolean.TRUE)
                    .append("authorizedCollections", BsonBoolean.TRUE)
                    .append("cursor", new BsonDocument("batchSize", new BsonInt32(MOST_COLLECTIONS)));
            return names(database.runCommand(command, settings.preference(), BsonDocument.class)
                    .getDocument("cursor")
                    .getArray("firstBatch"));
        });
    }

    static Map<String, Boolean> names(BsonArray collections) {
        var found = new TreeMap<String, Boolean>();
        for (var each : collections) {
            var name = each.asDocument().getString("name").getValue();
            if (!name.startsWith("system.")) {
                found.put(
                        name,
                        UNINDEXED.contains(each.asDocument()
                                .getString("type", new BsonString(""))
                                .getValue()));
            }
        }
        return found;
    }

    public SurveyedCollection look(String name, boolean view) {
        return answer(() -> {
            var collection = database.getCollection(name, RawBsonDocument.class);
            var sample = new DocumentSample();
            var read = sample(collection.find(), sample, 0);
            var all = sample.documents();
            if (!view && all == DOCUMENTS) {
                sample(collection.find().sort(new BsonDocument("_id", new BsonInt32(-1))), sample, read);
            }
            return new SurveyedCollection(
                    name,
                    view,
                    view ? -1 : collection.estimatedDocumentCount(),
                    sample.documents(),
                    view ? List.of() : indexed(collection),
                    sample.fields());
        });
    }

    /** @return the bytes that have been read with {@code before} */
    private static long sample(FindIterable<RawBsonDocument> found, DocumentSample sample, long before) {
        var bytes = before;
        try (var cursor = found.limit(DOCUMENTS)
                .batchSize(DOCUMENTS)
                .maxTime(MOST_SECONDS, TimeUnit.SECONDS)
                .cursor()) {
            while (bytes < MOST_BYTES && cursor.hasNext()) {
                var document = cursor.next();
                bytes += document.getByteBuffer().remaining();
                sample.add(document);
            }
        }
        return bytes;
    }

    /** Indexes that any comparison of their first path can use. */
    private static List<String> indexed(MongoCollection<?> collection) {
        var paths = new ArrayList<String>();
        try {
            for (var index : collection.listIndexes(BsonDocument.class).maxTime(MOST_SECONDS, TimeUnit.SECONDS)) {
                var first = index.getDocument("key", new BsonDocument()).entrySet().stream()
                        .findFirst();
                if (first.isPresent()
                        && first.get().getValue().isNumber()
                        && !first.get().getKey().contains("$")
                        && !index.containsKey("partialFilterExpression")
                        && !index.containsKey("collation")
                        && !index.containsKey("hidden")
                        && !paths.contains(first.get().getKey())) {
                    paths.add(first.get().getKey());
                }
            }
        } catch (MongoCommandException noRight) {
            // Without the right to list them, every collection has this one.
            return List.of("_id");
        }
        return paths;
    }

    private <T> T answer(Supplier<T> question) {
        try {
            return question.get();
        } catch (MongoCommandException refused) {
            switch (MongodbFailure.of(refused).orElseThrow(() -> refused)) {
                case MongodbFailure.Refused(var words, var code) ->
                    throw new CallFailure(new EngineMessage(words, code));
                case MongodbFailure.NotSent _, MongodbFailure.Lost _, MongodbFailure.TimedOut _ ->
                    throw new CallFailure(Stage.EXECUTION, ClusterFailure.reason(client, refused));
            }
        } catch (MongoException failed) {
            throw new CallFailure(Stage.EXECUTION, ClusterFailure.reason(client, failed));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
