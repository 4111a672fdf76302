package dev.hyperterse.calls.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextQuotaTest {
    private final TextQuota quota = new TextQuota(100);

    @Test
    void holderHasAtMostAsMuchAsIsLeft() {
        assertThat(quota.reserve("ann", 51)).isFalse();
        assertThat(all("ann")).isEqualTo(50);
        assertThat(all("bob")).isEqualTo(25);
        assertThat(all("cid")).isEqualTo(13);
        assertThat(quota.held()).isEqualTo(88);
    }

    @Test
    void releasedBytesAreForAnyHolder() {
        quota.reserve("ann", 30);
        quota.reserve("ann", 20);
        quota.release("ann", 20);
        assertThat(quota.reserve("bob", 35)).isTrue();
        quota.release("ann", 30);
        quota.release("bob", 35);
        assertThat(quota.held()).isZero();
        assertThat(quota.reserve("bob", 50)).isTrue();
    }

    /** Takes all that a holder can have, one by one. */
    private int all(String holder) {
        var taken = 0;
        while (quota.reserve(holder, 1)) {
            taken++;
        }
        return taken;
    }
}
