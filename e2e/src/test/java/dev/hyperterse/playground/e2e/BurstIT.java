package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A thousand tools at once: few publications, few status writes, a small operator. */
@OnPlayground
class BurstIT {
    private static final int TOOLS = 1_000;
    private static final Duration SPACING = Duration.ofMillis(200);
    private static final long MEBI = 1 << 20;

    /** What follows a pause is published at once, and so are the first few changes after it. */
    private static final int QUICK = 4;

    @Test
    void burstOfThousandToolsMakesFewPublicationsAndFewStatusWrites(Gateway gateway) throws IOException {
        gateway.apply(Shop.server("shop", 2), Shop.orders("shop"));
        gateway.awaitReady("hyperterseserver/shop", "tool/list-orders");
        var before = gateway.index("shop");
        try (var history = ReadyHistory.of(gateway)) {
            var began = System.nanoTime();
            gateway.apply(IntStream.range(0, TOOLS)
                    .mapToObj(number -> Shop.tool("tool-" + number, "shop", "Number " + number, "v" + number))
                    .toArray(String[]::new));
            history.awaitReadyTools(TOOLS + 1, Duration.ofMinutes(8));
            var took = Duration.ofNanos(System.nanoTime() - began);
            gateway.awaitReady("tool/tool-0", "tool/tool-999");
            gateway.awaitIdleOperator();
            var after = gateway.index("shop");

            assertThat(after.revision().epoch())
                    .as("one leadership")
                    .isEqualTo(before.revision().epoch());
            assertThat(after.revision().sequence() - before.revision().sequence())
                    .as("publications in %s", took)
                    .isBetween(1L, took.dividedBy(SPACING) + QUICK);
            assertThat(history.toolsWrittenMoreThan(2)).isEmpty();
            assertThat(history.lost()).isEmpty();
        }
        var operator = AdminFigures.ofOperator(gateway.playground());
        assertThat(operator.value("jvm_memory_heap_max_bytes"))
                .as("what the install manifest allows its heap")
                .isBetween(64.0 * MEBI, 256.0 * MEBI);
        assertThat(gateway.client("shop")
                        .initialize()
                        .execute("tool-999", "{}")
                        .at("/0/version")
                        .stringValue())
                .isEqualTo("v999");
    }
}
