package dev.hyperterse.engines.mongodb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClients;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.document.DocumentCommand.Kind;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;

class CommandRunTest {
    /** An input of type int has 64 bits, the driver's skip has 32. */
    @Test
    void skipBeyond32BitsFailsTheCall() {
        try (var client = MongoClients.create("mongodb://127.0.0.1:1");
                var deadlines = new DeadlineTimer();
                var scope = CallScope.open(deadlines, 10_000);
                var out = new BufferBudget(10_000).open(1_000)) {
            var run = new CommandRun(client.getDatabase("shop"), ReadPreference.primary(), 10, scope, out);
            var command = new BoundDocument(
                    Kind.FIND, "orders", new BsonDocument("skip", new BsonInt64(3_000_000_000L)), out.reservation());
            assertThatThrownBy(() -> run.run(command))
                    .isInstanceOf(CallFailure.class)
                    .hasMessage("skip is 3000000000; at most 2147483647 documents can be skipped");
        }
    }
}
