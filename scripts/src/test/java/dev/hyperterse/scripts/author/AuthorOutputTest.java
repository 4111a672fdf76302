package dev.hyperterse.scripts.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthorOutputTest {
    private static final String PLACE = " main.js:1:2";

    /** The search for a place takes the square of the length of a text that has none. */
    @Test
    void longStackOfAPluginIsSearchedUpToTheOutputLimit() {
        var output = new AuthorOutput(
                new ScriptOwner(ScriptOwner.Kind.AUTH_PLUGIN, "shop", "plugin", false),
                new AuthorPositions(new CompiledScript(
                        "digest", List.of(new ScriptModule("main.js", "", Optional.empty())), ScriptIsolation.Shared)),
                new HiddenValues(List.of()),
                new LoggedScripts());
        assertThat(output.failed("no", "at" + PLACE)).isEqualTo("the script failed at main.js:1:2");
        assertThat(output.failed("no", "a".repeat(4_000) + PLACE)).isEqualTo("the script failed");
    }
}
