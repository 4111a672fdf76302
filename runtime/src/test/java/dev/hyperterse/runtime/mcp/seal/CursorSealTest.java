package dev.hyperterse.runtime.mcp.seal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CursorSealTest {
    private static final KeyRing KEYS = KeyRing.random();
    private final CursorSeal seal = new CursorSeal("uid", () -> KEYS);

    @Test
    void cursorNamesTheLastEntry() {
        assertThat(new CursorSeal("uid", () -> KEYS).open("tools", seal.seal("tools", "get-örders")))
                .contains("get-örders");
    }

    @Test
    void cursorIsValidForItsListAndServerOnly() {
        var cursor = seal.seal("tools", "a");

        assertThat(seal.open("prompts", cursor)).isEmpty();
        assertThat(new CursorSeal("other", () -> KEYS).open("tools", cursor)).isEmpty();
    }

    @Test
    void forgedCursorsAreRefused() {
        var parts = seal.seal("tools", "a").split("\\.");
        for (var forged :
                new String[] {"", "a", parts[0] + "." + parts[1] + ".", parts[0] + ".Yg." + parts[2], "%.%.%"}) {
            assertThat(seal.open("tools", forged)).as(forged).isEmpty();
        }
    }
}
