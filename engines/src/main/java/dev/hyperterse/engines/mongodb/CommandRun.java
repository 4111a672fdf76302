package dev.hyperterse.engines.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.RowArray;
import dev.hyperterse.engines.Effect;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.RawBsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;

/**
 * Runs one command and writes its result. The driver manages cursors: it reads on from the member that has the cursor,
 * and closes it there when the call ends early.
 */
final class CommandRun {
    /** A compromise between the size of a reply and the number of round trips. */
    private static final int BATCH = 200;

    private final MongoDatabase database;
    private final ReadPreference preference;
    private final CallScope scope;
    private final ResultBuffer out;
    private final RowCodec rows;

    CommandRun(MongoDatabase database, ReadPreference preference, int maxRows, CallScope scope, ResultBuffer out) {
        this.database = database;
        this.preference = preference;
        this.scope = scope;
        this.out = out;
        this.rows = new RowCodec(out, maxRows);
    }

    /** @return the number of rows */
    int run(BoundDocument command) {
        return switch (command.kind()) {
            case FIND -> find(command);
            case AGGREGATE -> aggregate(command);
            case COUNT -> count(read(command));
            case DISTINCT -> distinct(read(command));
            case INSERT, DELETE -> affected(command, "n");
            case UPDATE -> affected(command, "nModified");
            case FIND_AND_MODIFY -> {
                var reply = written(command);
                yield afterWrite(() -> changed(held(command, reply)));
            }
        };
    }

    private RawBsonDocument written(BoundDocument command) {
        var reply = database.runCommand(whole(command), RawBsonDocument.class);
        WriteReply.check(reply);
        return reply;
    }

    /** A limit of the call that the result exceeds comes after the write. */
    private static int afterWrite(IntSupplier result) {
        try {
            return result.getAsInt();
        } catch (CallFailure limit) {
            throw Effect.DONE.of(limit);
        }
    }

    private int find(BoundDocument command) {
        var fields = command.fields();
        var limit = Math.abs(fields.getNumber("limit", new BsonInt64(0)).longValue());
        var most = (int) Math.min(limit == 0 ? Long.MAX_VALUE : limit, rows.wanted());
        var found = database.getCollection(command.collection(), RowCodec.Row.class)
                .withCodecRegistry(registry())
                .find(fields.getDocument("filter", new BsonDocument()))
                .limit(most)
                .skip(skip(fields));
        if (fields.containsKey("projection")) {
            found.projection(fields.getDocument("projection"));
        }
        if (fields.containsKey("sort")) {
            found.sort(fields.getDocument("sort"));
        }
        switch (fields.get("hint")) {
            case null -> {}
            case BsonString name -> found.hintString(name.getValue());
            case Object keys -> found.hint((BsonDocument) keys);
        }
        return drain(found.batchSize(Math.min(most, BATCH)).maxTime(timeLeft(), TimeUnit.MILLISECONDS));
    }

    private static int skip(BsonDocument fields) {
        var skip = fields.getNumber("skip", new BsonInt64(0)).longValue();
        if (skip > Integer.MAX_VALUE) {
            throw new CallFailure(
                    Stage.BINDING,
                    "skip is %d; at most %d documents can be skipped".formatted(skip, Integer.MAX_VALUE));
        }
        return (int) skip;
    }

    private int aggregate(BoundDocument command) {
        var fields = command.fields();
        var stages = fields.getArray("pipeline", new BsonArray()).stream()
                .map(stage -> stage.asDocument())
                .toList();
        var found = database.getCollection(command.collection(), RowCodec.Row.class)
                .withCodecRegistry(registry())
                .aggregate(stages);
        if (fields.containsKey("let")) {
            found.let(fields.getDocument("let"));
        }
        switch (fields.get("hint")) {
            case null -> {}
            case BsonString name -> found.hintString(name.getValue());
            case Object keys -> found.hint((BsonDocument) keys);
        }
        return drain(found.batchSize(Math.min(rows.wanted(), BATCH)).maxTime(timeLeft(), TimeUnit.MILLISECONDS));
    }

    private CodecRegistry registry() {
        return CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(rows), MongoClientSettings.getDefaultCodecRegistry());
    }

    private int drain(MongoIterable<RowCodec.Row> found) {
        try (var cursor = found.cursor()) {
            while (!rows.isTruncated() && cursor.hasNext()) {
                cursor.next();
                rows.check();
                if (scope.ended().isPresent()) {
                    // Clears the interrupt, so that the driver can close the cursor.
                    Thread.interrupted();
                    scope.check();
                }
            }
        }
        return rows.end();
    }

    private RawBsonDocument read(BoundDocument command) {
        return held(command, database.runCommand(whole(command), preference, RawBsonDocument.class));
    }

    /** A reply without a cursor is at most one document; its size is known only after it was read. */
    private static RawBsonDocument held(BoundDocument command, RawBsonDocument reply) {
        command.memory().take(reply.getByteBuffer().remaining());
        return reply;
    }

    private BsonDocument whole(BoundDocument command) {
        var whole = new BsonDocument(command.kind().spelling(), new BsonString(command.collection()));
        whole.putAll(command.fields());
        whole.append("maxTimeMS", new BsonInt64(timeLeft()));
        return whole;
    }

    private long timeLeft() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(scope.remainingNanos()));
    }

    private int count(RawBsonDocument reply) {
        return field(reply, "n", "count");
    }

    private int field(RawBsonDocument reply, String name, String column) {
        try (var reader = reply.asBsonReader()) {
            reader.readStartDocument();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                if (reader.readName().equals(name)) {
                    rows.value(reader, column);
                } else {
                    reader.skipValue();
                }
            }
        }
        return rows.end();
    }

    private int distinct(RawBsonDocument reply) {
        try (var reader = reply.asBsonReader()) {
            reader.readStartDocument();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                if (!reader.readName().equals("values")) {
                    reader.skipValue();
                    continue;
                }
                reader.readStartArray();
                while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                    rows.value(reader, "value");
                }
                reader.readEndArray();
            }
        }
        return rows.end();
    }

    private int affected(BoundDocument command, String changed) {
        var count = WriteReply.affected(written(command), changed);
        return afterWrite(() -> {
            RowArray.affected(count, out);
            return 1;
        });
    }

    /** The document before or after the change; no row if none matched. */
    private int changed(RawBsonDocument reply) {
        try (var reader = reply.asBsonReader()) {
            reader.readStartDocument();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                if (reader.readName().equals("value") && reader.getCurrentBsonType() == BsonType.DOCUMENT) {
                    rows.row(reader);
                } else {
                    reader.skipValue();
                }
            }
        }
        return rows.end();
    }
}
