package dev.hyperterse.calls.fetch.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lookups of names, which several threads share. */
@Timeout(60)
class LookupsTest {
    private static final int MANY = 20_000;

    /** The address of a name that has changed would otherwise not be checked for the next connection. */
    @Test
    void lookupBehindAnAnswerResolvesTheNameAgain() throws Exception {
        var resolved = new AtomicInteger();
        try (var lookups = new Lookups(_ -> {
            resolved.incrementAndGet();
            return List.of(InetAddress.getLoopbackAddress());
        })) {
            for (var lookup = 1; lookup <= MANY; lookup++) {
                lookups.addresses("api.example.com");
                assertThat(resolved).hasValue(lookup);
            }
        }
    }
}
