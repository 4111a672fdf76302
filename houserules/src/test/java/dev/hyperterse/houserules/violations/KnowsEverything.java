package dev.hyperterse.houserules.violations;

import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.runtime.observe.Readiness;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Reads the clock, writes a file, prints, talks to a cluster, knows a replica and an engine. */
final class KnowsEverything {
    private final KubernetesClient client;

    KnowsEverything(KubernetesClient client) {
        this.client = client;
    }

    boolean isLocal(Engine engine) {
        return engine instanceof Engine.Sqlite;
    }

    String everything(Path file) {
        System.out.println(Files.exists(file));
        return client.getNamespace() + Instant.now() + new Readiness().state();
    }
}
