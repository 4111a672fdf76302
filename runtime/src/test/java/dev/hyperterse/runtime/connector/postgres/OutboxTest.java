package dev.hyperterse.runtime.connector.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The very bytes of protocol version 3. */
class OutboxTest {
    private static final byte[] NAME = "s1".getBytes(StandardCharsets.US_ASCII);

    private final Outbox outbox = new Outbox();

    @Test
    void preparingSendsParseAndDescribe() {
        outbox.prepare(NAME, "SELECT $1".getBytes(StandardCharsets.UTF_8), new int[] {23});
        assertThat(sent())
                .isEqualTo(
                        "50 00000017 733100 53454c45435420243100 0001 00000017 44 00000008 53 733100".replace(" ", ""));
    }

    @Test
    void runningSendsBindExecuteAndSync() {
        outbox.run(NAME, Outbox.texts(new Object[] {"é", null, 12L}), 11);
        assertThat(sent())
                .isEqualTo(("42 0000001e 00 733100 0000 0003 00000002 c3a9 ffffffff 00000002 3132 0000"
                                + " 45 00000009 00 0000000b 53 00000004")
                        .replace(" ", ""));
    }

    @Test
    void forgettingSendsClose() {
        outbox.forget(NAME);
        assertThat(sent()).isEqualTo("430000000853733100");
    }

    @Test
    void valuesAreTheTextThatTheEngineReads() {
        var texts = Outbox.texts(new Object[] {new BigDecimal("0.10000000000000000001"), true, -1L});
        assertThat(Arrays.stream(texts).map(text -> new String(text, StandardCharsets.UTF_8)))
                .containsExactly("0.10000000000000000001", "true", "-1");
        assertThat(Outbox.valuesLength(texts)).isEqualTo(3 * 4 + 22 + 4 + 2);
    }

    @Test
    void itGrowsAndIsUsedAgain() {
        var value = "x".repeat(10_000);
        outbox.run(NAME, Outbox.texts(new Object[] {value, value}), 1);
        assertThat(sent()).contains(HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8)));
        outbox.clear();
        forgettingSendsClose();
    }

    private String sent() {
        return HexFormat.of().formatHex(outbox.array(), 0, outbox.size());
    }
}
