package dev.hyperterse.engines.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MysqlSettingsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 65_536, 99_999})
    void invalidPortIsReportedInTheStateOfTheAdapter(int port) {
        var values = Map.of(
                TestAdapters.URL,
                "mysql://localhost:%d/shop".formatted(port),
                TestAdapters.USERNAME,
                "me",
                TestAdapters.PASSWORD,
                "secret");
        var settings = new EngineConnectors(Path.of("."), Path.of("."))
                .read(TestAdapters.mysql(Access.ReadOnly), new ValueSet("test", values), TestCalls.MAX_RESULT);
        try (var connector = settings.open(new Permits(1))) {
            assertThat(connector.probe())
                    .isEqualTo(AdapterState.down(TestCalls.ADAPTER, "the address has a port that cannot be"));
        }
    }
}
