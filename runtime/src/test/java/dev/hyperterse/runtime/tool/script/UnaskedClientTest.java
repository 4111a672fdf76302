package dev.hyperterse.runtime.tool.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientRequest.Method;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.context.Progress;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class UnaskedClientTest {
    /** A client that has declared that its user can be asked. */
    private static final Client ABLE = new Client() {
        @Override
        public Optional<About> about() {
            return Optional.of(new About("test", "1", Set.of("elicitation")));
        }

        @Override
        public void progress(Progress progress) {
            // Not shown.
        }

        @Override
        public boolean logs(LoggingLevel level) {
            return false;
        }

        @Override
        public void log(LoggingLevel level, ObjectNode data) {
            // Not shown.
        }
    };

    /** Otherwise another server would be told that it may ask. */
    @Test
    void programHasNobodyToAskWhateverItsClientHasDeclared() {
        assertThat(ABLE.isAskable(Method.ELICIT)).isTrue();
        assertThat(ABLE.isAskable(Method.SAMPLE)).isFalse();
        assertThat(Client.NONE.isAskable(Method.ELICIT)).isFalse();
        assertThat(new UnaskedClient(ABLE, "book").isAskable(Method.ELICIT)).isFalse();
    }
}
