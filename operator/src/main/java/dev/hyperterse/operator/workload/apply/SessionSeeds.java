package dev.hyperterse.operator.workload.apply;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.keys.SessionSeed;
import dev.hyperterse.compiler.resolve.Entries;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.operator.model.Ownership;
import dev.hyperterse.operator.model.WorkloadNames;
import dev.hyperterse.operator.workload.state.ChildOutcome;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Secrets with the seeds of session keys. Each is created once; only a Secret that has no seed gets a new one, at exactly
 * the version that was read, so that two operators at once do not replace it twice.
 */
public final class SessionSeeds {
    private static final Logger LOG = LoggerFactory.getLogger(SessionSeeds.class);

    private final KubernetesClient client;
    private final SecureRandom random = new SecureRandom();

    public SessionSeeds(KubernetesClient client) {
        this.client = client;
    }

    /** Ensures that a server has a seed: why it may have none; empty if it has one. */
    Optional<ChildOutcome> ensure(HyperterseServer server) {
        var names = WorkloadNames.of(server);
        var wanted = secret(server, names);
        try {
            var found = client.resource(wanted).get();
            if (found == null) {
                client.resource(wanted).create();
            } else if (!Ownership.holds(server, found)) {
                return Optional.of(new ChildOutcome.Refused(Ownership.foreign(found)));
            } else {
                replaceUnusable(owned(server, found), wanted, names);
            }
            return Optional.empty();
        } catch (KubernetesClientException failed) {
            return Optional.of(ApiRefusal.of(wanted, failed));
        }
    }

    /** One that lost its owner, as out of a backup, would be left behind by its server. */
    private Secret owned(HyperterseServer server, Secret found) {
        return Ownership.controls(server, found)
                ? found
                : client.resource(new SecretBuilder(found)
                                .editMetadata()
                                .addToOwnerReferences(Ownership.of(server))
                                .endMetadata()
                                .build())
                        .update();
    }

    private void replaceUnusable(Secret found, Secret wanted, WorkloadNames names) {
        try {
            SessionSeed.of(Entries.bytes(found.getData()));
        } catch (CatalogException unusable) {
            wanted.getMetadata().setResourceVersion(found.getMetadata().getResourceVersion());
            client.resource(wanted).update();
            LOG.atWarn()
                    .addKeyValue("event", "session_seed_replaced")
                    .addKeyValue("namespace", names.namespace())
                    .addKeyValue("server", names.server())
                    .addKeyValue("reason", unusable.getMessage())
                    .log("the Secret had no usable seed and has a new one; sessions end");
        }
    }

    private Secret secret(HyperterseServer server, WorkloadNames names) {
        var data = new TreeMap<String, String>();
        SessionSeed.random(random)
                .entries()
                .forEach((name, bytes) -> data.put(name, Base64.getEncoder().encodeToString(bytes)));
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(names.namespace())
                .withName(names.catalog().sessionKeys())
                .addToLabels(Ownership.labels(server))
                .withOwnerReferences(Ownership.of(server))
                .endMetadata()
                .withType("Opaque")
                .withData(data)
                .build();
    }
}
