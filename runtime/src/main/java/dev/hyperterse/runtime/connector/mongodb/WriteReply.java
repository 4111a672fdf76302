package dev.hyperterse.runtime.connector.mongodb;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.EngineMessage;
import dev.hyperterse.runtime.call.Stage;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Checks the reply to a write, parts of which may have failed. */
final class WriteReply {
    private WriteReply() {}

    /** @throws CallFailure when a part of the write failed, or its replication */
    static void check(BsonDocument reply) {
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
