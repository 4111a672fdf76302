package dev.hyperterse.houserules.violations;

import dev.hyperterse.runtime.observe.Readiness;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Reads the clock, writes a file, prints, talks to a cluster and knows a replica. */
final class KnowsEverything {
    private final KubernetesClient client;

    KnowsEverything(KubernetesClient client) {
        this.client = client;
    }

    String everything(Path file) {
        System.out.println(Files.exists(file));
        return client.getNamespace() + Instant.now() + new Readiness().state();
    }
}
