package dev.hyperterse.engines.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteReplyTest {
    private static final String UNREADABLE = "the database answered the write in a form that MongoDB does not use;"
            + " whether the statement took effect is unknown";

    @Test
    void changedAndInsertedDocumentsAreAffected() {
        var reply = BsonDocument.parse("{\"n\": 3, \"nModified\": 2, \"upserted\": [{\"index\": 0}]}");
        WriteReply.check(reply);
        assertThat(WriteReply.affected(reply, "nModified")).isEqualTo(3);
        assertThat(WriteReply.affected(BsonDocument.parse("{\"n\": 3}"), "nModified"))
                .isEqualTo(3);
    }

    /** Of a server that only resembles MongoDB. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"writeErrors\": 3}",
                "{\"writeErrors\": [3]}",
                "{\"writeErrors\": [{\"errmsg\": 3}]}",
                "{\"n\": \"x\"}",
                "{\"n\": 1, \"upserted\": 3}"
            })
    void membersOfOtherTypesLeaveTheEffectUnknown(String reply) {
        assertThatThrownBy(() -> {
                    WriteReply.check(BsonDocument.parse(reply));
                    WriteReply.affected(BsonDocument.parse(reply), "n");
                })
                .isInstanceOf(CallFailure.class)
                .hasMessage(UNREADABLE);
    }
}
