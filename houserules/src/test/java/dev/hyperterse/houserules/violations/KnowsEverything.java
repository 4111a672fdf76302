package dev.hyperterse.houserules.violations;

import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.legacy.session.ProtocolVersion;
import dev.hyperterse.runtime.mcp.modern.ModernEra;
import dev.hyperterse.runtime.observe.Readiness;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.opentelemetry.api.trace.Span;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Reads the clock, writes a file, prints, talks to a cluster, knows a replica, an engine, an adapter, a dialect, a trace, the methods and both eras of MCP. */
final class KnowsEverything {
    private final KubernetesClient client;

    KnowsEverything(KubernetesClient client) {
        this.client = client;
    }

    boolean isLocal(Engine engine) {
        return engine instanceof Engine.Sqlite;
    }

    boolean hasArrays(Dialect dialect) {
        return dialect == Dialect.POSTGRES;
    }

    String named(AdapterState adapter) {
        return adapter.name();
    }

    boolean serves(ModernEra era) {
        return era.recognizes(ProtocolVersion.LATEST.spelling());
    }

    String says(RpcError error) {
        return error.message();
    }

    String everything(Path file) {
        System.out.println(Files.exists(file));
        return client.getNamespace() + Instant.now() + new Readiness().state() + Span.getInvalid();
    }
}
