package dev.hyperterse.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.runtime.audit.CallRecord;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RecentCallsTest {
    private static final Optional<LeafIdentity> NONE = Optional.empty();
    private static final Optional<LeafIdentity> TOOL =
            Optional.of(new LeafIdentity(LeafKind.Tool, "shop", "orders", "uid", 1));

    @AutoClose
    private final RecentCalls calls = new RecentCalls(Clock.systemUTC(), "epoch");

    @Test
    void lookUpsOfThePageAreNoCalls() {
        ended("hyperterse-console", "search", NONE, "completed");
        assertThat(shown()).isEmpty();
        ended("hyperterse-console", "orders", TOOL, "completed");
        ended("hyperterse-console", "none", NONE, "unknown");
        ended("another", "search", NONE, "completed");
        assertThat(shown()).containsExactly("search", "none", "orders");
    }

    private Iterable<String> shown() {
        return calls.latest().after("", Duration.ZERO).value().stream()
                .map(RecentCalls.Shown::name)
                .toList();
    }

    private void ended(String client, String name, Optional<LeafIdentity> definition, String outcome) {
        calls.ended(
                new CallRecord(
                        new ServerIdentity("shop", "shop", "uid", 1),
                        new Revision("epoch", 1, "sha"),
                        "tools/call",
                        name,
                        definition,
                        Principal.named("sso", "ada"),
                        outcome,
                        Optional.empty(),
                        OptionalInt.empty(),
                        Duration.ofMillis(3),
                        Optional.empty(),
                        Optional.empty()),
                Optional.of(client),
                Optional.empty());
    }
}
