package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolView;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.telemetry.metrics.Labels;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicaGaugesTest {
    @Test
    void viewsOfToolsAreNoResourcesOfUsers() {
        var table = new ToolView(ToolView.Kind.Table, Optional.empty(), Optional.empty());
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        catalogs.swap(Servers.searching()
                .with(Exposure.Direct)
                .catalog(
                        1,
                        Leaves.tool("a", "Shows a").with(draft -> draft.view = Optional.of(table)),
                        Leaves.resource("docs://a", Leaves.text("A"))));

        assertThat(ReplicaGauges.definitions(catalogs))
                .isEqualTo(Map.of(
                        Labels.of("kind", "tool"), 1.0,
                        Labels.of("kind", "prompt"), 0.0,
                        Labels.of("kind", "resource"), 1.0));
    }
}
