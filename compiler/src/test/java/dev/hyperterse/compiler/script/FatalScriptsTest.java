package dev.hyperterse.compiler.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptSource;
import dev.hyperterse.compiler.resolve.ScriptSource.Language;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FatalScriptsTest {
    private static final ScriptOutcome.Rejected CRASHED = new ScriptOutcome.Rejected(List.of());

    private Instant now = Instant.EPOCH;
    private final FatalScripts fatal = new FatalScripts(() -> now);

    @Test
    void aTextIsKnownForAnHour() {
        fatal.add(script("a"), CRASHED);
        now = now.plus(FatalScripts.KEPT).minusMillis(1);
        assertThat(fatal.of(script("a"))).contains(CRASHED);
        assertThat(fatal.of(script("b"))).isEmpty();
        now = now.plusMillis(1);
        assertThat(fatal.of(script("a"))).isEmpty();
    }

    @Test
    void ofManyTheOldestAreForgotten() {
        for (var text = 0; text <= 1_000; text++) {
            fatal.add(script("text " + text), CRASHED);
        }
        assertThat(fatal.of(script("text 0"))).isEmpty();
        assertThat(fatal.of(script("text 1"))).isPresent();
        assertThat(fatal.of(script("text 1000"))).isPresent();
    }

    private static ScriptSource script(String text) {
        return ScriptSource.of("tool.ts", Language.TYPESCRIPT, text);
    }
}
