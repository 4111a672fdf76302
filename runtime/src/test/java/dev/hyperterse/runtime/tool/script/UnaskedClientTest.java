package dev.hyperterse.runtime.tool.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientRequest.Method;
import dev.hyperterse.runtime.endpoint.QuietClient;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnaskedClientTest {
    /** A client that has declared that its user can be asked. */
    private static final Client ABLE = new QuietClient() {
        @Override
        public Optional<About> about() {
            return Optional.of(new About("test", "1", Set.of("elicitation")));
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
