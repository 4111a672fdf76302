package dev.hyperterse.runtime.connector.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.Adapter.Access;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.adapter.AdapterState;
import dev.hyperterse.runtime.call.Permits;
import dev.hyperterse.runtime.connector.EngineConnectors;
import dev.hyperterse.runtime.connector.TestAdapters;
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
