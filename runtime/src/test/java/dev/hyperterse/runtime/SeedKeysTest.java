package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.mcp.seal.RequestSeal;
import dev.hyperterse.runtime.mcp.seal.TestKeys;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SeedKeysTest {
    private final AtomicInteger missed = new AtomicInteger();
    private final SeedKeys keys =
            new SeedKeys(TestKeys.seed(0), InstantSource.fixed(TestKeys.START), missed::incrementAndGet);
    private final RequestSeal seal = new RequestSeal("uid", keys, new SecureRandom());

    @Test
    void whatAnotherSeedSealedIsUnknownUntilThatSeedIsRead() {
        var other = new SeedKeys(TestKeys.seed(1), InstantSource.fixed(TestKeys.START), () -> {});
        var sealed = new RequestSeal("uid", other, new SecureRandom())
                .seal(new byte[] {7}, new byte[0])
                .orElseThrow();

        assertThat(seal.open(sealed, new byte[0])).isEmpty();
        assertThat(missed).hasValue(1);
        keys.become(TestKeys.seed(1));
        assertThat(seal.open(sealed, new byte[0])).contains(new byte[] {7});
        assertThat(missed).hasValue(1);
    }
}
