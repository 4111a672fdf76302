package dev.hyperterse.runtime.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.auth.DecisionSettings.Failure;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.access.DecisionPoint;
import dev.hyperterse.runtime.access.DecisionPoint.Decision;
import dev.hyperterse.runtime.access.DecisionPoint.Question;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
@Isolated("looks at the threads of this process")
class DecisionPointsTest {
    private static final Question QUESTION =
            new Question(LeafKind.Tool, "shop", "list-orders", Principal.ANONYMOUS, Map.of());

    @AutoClose
    private final FakeDecisionPoint fake = new FakeDecisionPoint();

    private final DecisionPoints points = new DecisionPoints(InstantSource.system(), new MetricRegistry());

    DecisionPointsTest() throws Exception {}

    @Test
    void unchangedDecisionPointIsKept() {
        assertThat(of(1, FakeDecisionPoint.KEY)).isSameAs(of(2, FakeDecisionPoint.KEY));
        assertThat(of(3, "next-" + FakeDecisionPoint.KEY)).isNotSameAs(of(4, FakeDecisionPoint.KEY));
    }

    @Test
    void formerDecisionPointAnswersCallsThatStillHaveIt() throws Exception {
        var former = of(1, FakeDecisionPoint.KEY);
        for (var change = 0; change < 5; change++) {
            of(2 + change, change + FakeDecisionPoint.KEY);
        }

        assertThat(former.decide(QUESTION)).isEqualTo(new Decision.Allowed("in-office"));
    }

    /** Each HTTP client has a thread, which ends some seconds after the client is collected. */
    @Test
    void unreferencedDecisionPointKeepsNoThread() throws Exception {
        var others = selectors();
        for (var change = 0; change < 20; change++) {
            of(1 + change, change + FakeDecisionPoint.KEY).decide(QUESTION);
        }
        var mine = selectors();
        mine.removeAll(others);
        assertThat(mine).isNotEmpty();

        for (var alive = alive(mine); alive.size() > 1; alive = alive(mine)) {
            System.gc();
            alive.getFirst().join(Duration.ofMillis(100));
        }
    }

    private static List<Thread> alive(Set<Thread> threads) {
        return threads.stream().filter(Thread::isAlive).toList();
    }

    private static Set<Thread> selectors() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("HttpClient-.*-SelectorManager"))
                .collect(Collectors.toSet());
    }

    private DecisionPoint of(long sequence, String key) {
        var values = new ValueSet("v" + sequence, Map.of(ValueKey.decision("key"), key));
        return points.of(server(), values).orElseThrow();
    }

    private ServerSettings server() {
        var auth = new AuthSettings(AuthSettings.Mode.Open, List.of(), Optional.empty(), Optional.empty());
        return Servers.searching()
                .catalog(1)
                .server()
                .with(draft -> draft.auth = auth.decidedBy(fake.settings(Failure.Closed)));
    }
}
