package dev.hyperterse.calls.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.engines.TestAdapters;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which changes of settings open new connections. */
class AdapterSettingsTest {
    @Test
    void maxResultSizeIsPartOfTheSettingsOfPostgres() {
        var postgres = TestAdapters.postgres(Adapter.Access.ReadOnly);
        assertThat(settings(postgres, 1_000)).isEqualTo(settings(postgres, 1_000));
        assertThat(settings(postgres, 1_000)).isNotEqualTo(settings(postgres, 2_000));
    }

    /** A database in memory ends with its last connection. */
    @Test
    void maxResultSizeDoesNotReopenSqlite() {
        var sqlite = TestAdapters.sqlite(Adapter.Access.ReadWrite);
        assertThat(settings(sqlite, 1_000)).isEqualTo(settings(sqlite, 2_000));
    }

    private static AdapterSettings<?> settings(Adapter adapter, long maxResultSize) {
        var values = new ValueSet("any", Map.of(TestAdapters.URL, "the same"));
        return new EngineConnectors(Path.of("."), Path.of(".")).read(adapter, values, maxResultSize);
    }
}
