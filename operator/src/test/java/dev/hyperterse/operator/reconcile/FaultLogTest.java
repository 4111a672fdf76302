package dev.hyperterse.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.telemetry.logging.CapturedLog;
import org.junit.jupiter.api.Test;

class FaultLogTest {
    private final FaultLog faults = new FaultLog(new ServerKey("gateways", "shop"));

    @Test
    void faultOfAnObjectIsLoggedWithItsStackTraceOnceForEachVersion() {
        assertThat(logged(1)).contains("compiler_fault", "gateways/shop", "Tool team/broken", "a bug", "FaultLogTest");
        assertThat(logged(1)).isEmpty();
        assertThat(logged(2)).contains("a bug");
    }

    private String logged(int generation) {
        var object = new LeafIdentity(LeafKind.Tool, "team", "broken", "uid", generation);
        return CapturedLog.during(() -> {
            faults.add(object, new IllegalStateException("a bug"));
            faults.add(object.ofItem("one"), new IllegalStateException("a bug"));
        });
    }
}
