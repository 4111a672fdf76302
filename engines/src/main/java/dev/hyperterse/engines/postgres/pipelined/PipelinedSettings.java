package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.postgres.wire.Login;
import java.util.List;

/**
 * The settings of a pipelined connector.
 *
 * @param restoration statements that restore the session that every call expects
 * @param reportedSettings a reported change of one of them means that the session has to be restored
 * @param longestRow a longer row is not read
 */
public record PipelinedSettings(
        Adapter adapter, Login login, String restoration, List<String> reportedSettings, long longestRow) {
    CallBounds bounds() {
        return new CallBounds(
                adapter.maxRows(),
                longestRow,
                adapter.statementTimeoutMillis() * 1_000_000L,
                adapter.access() == Adapter.Access.ReadWrite);
    }
}
