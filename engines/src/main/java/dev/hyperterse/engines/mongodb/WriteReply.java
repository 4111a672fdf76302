package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.engines.Effect;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;

/** Checks the reply to a write, parts of which may have failed. */
final class WriteReply {
    private WriteReply() {}

    /** @throws CallFailure when a part of the write failed, or its replication */
    static void check(BsonDocument reply) {
        try {
            refuseFailure(reply);
        } catch (BsonInvalidOperationException otherTypes) {
            throw unreadable();
        }
    }

    /**
     * The number of documents that the write changed or inserted.
     *
     * @param changed the member with the number of changed ones, if the engine reports them apart from the matched ones
     */
    static long affected(BsonDocument reply, String changed) {
        try {
            var inserted = reply.getArray("upserted", new BsonArray()).size();
            return reply.getNumber(changed, reply.getNumber("n", new BsonInt32(0)))
                            .longValue()
                    + inserted;
        } catch (BsonInvalidOperationException otherTypes) {
            throw unreadable();
        }
    }

    /** A server that only resembles MongoDB may answer with members of other types. */
    private static CallFailure unreadable() {
        return Effect.UNKNOWN.of(new CallFailure(
                Stage.EXECUTION, "the database answered the write in a form that MongoDB does not use"));
    }

    private static void refuseFailure(BsonDocument reply) {
        var errors = reply.getArray("writeErrors", new BsonArray());
        if (!errors.isEmpty()) {
            var first = errors.getFirst().asDocument();
            var done = reply.getNumber("n", new BsonInt32(0)).intValue();
            throw new CallFailure(new EngineMessage(
                    first.getString("errmsg", new BsonString("the write failed"))
                                    .getValue()
                            + "; %d of the documents were written".formatted(done),
                    Integer.toString(first.getNumber("code", new BsonInt32(0)).intValue())));
        }
        if (reply.containsKey("writeConcernError")) {
            throw new CallFailure(
                    Stage.EXECUTION, "the write took effect, but the database could not confirm that it is replicated");
        }
    }
}
