package dev.hyperterse.engines.postgres.wire.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.engines.postgres.wire.host.HostChoice.Role;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HostOrderTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);
    private final HostOrder order = new HostOrder(now::get);
    private final ServerAddress first = new ServerAddress("first", 1);
    private final ServerAddress second = new ServerAddress("second", 1);
    private final ServerAddress third = new ServerAddress("third", 1);

    @Test
    void hostsThatFailedComeLastInTheirOwnOrder() {
        order.failed(second, Role.ANY);
        order.failed(first, Role.ANY);
        assertThat(ordered(Role.ANY)).containsExactly(third, first, second);
    }

    @Test
    void hostThatServesAgainReturnsToItsPosition() {
        order.failed(first, Role.ANY);
        order.served(first, Role.ANY);
        assertThat(ordered(Role.ANY)).containsExactly(first, second, third);
    }

    @Test
    void failureIsForgottenAfterAWhile() {
        order.failed(first, Role.ANY);
        now.addAndGet(Duration.ofSeconds(9).toNanos());
        assertThat(ordered(Role.ANY)).containsExactly(second, third, first);
        now.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(ordered(Role.ANY)).containsExactly(first, second, third);
    }

    @Test
    void failureForARoleDoesNotConcernOtherRoles() {
        order.failed(first, Role.PRIMARY);
        assertThat(ordered(Role.PRIMARY)).containsExactly(second, third, first);
        assertThat(ordered(Role.ANY)).containsExactly(first, second, third);
    }

    private List<ServerAddress> ordered(Role role) {
        return order.of(List.of(first, second, third), role);
    }
}
