package dev.hyperterse.operator.read.installation;

import dev.hyperterse.crds.ApiSerialization;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Connects to a cluster the way every part of the operator does. */
public final class ClusterClient {
    /** The first pause of a watch; it doubles five times, so that after an outage nothing is missing for long. */
    private static final int RECONNECT_MILLIS = 200;

    private ClusterClient() {}

    /**
     * A client with connections of its own.
     *
     * @param config where the cluster is, and as whom
     */
    public static KubernetesClient connect(Config config) {
        // The kinds that are watched most.
        var serialization =
                ApiSerialization.create(ConfigMap.class, Secret.class, Pod.class, Deployment.class, Lease.class);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(serialization)
                .build();
    }

    /**
     * What a pod has: the API server's address, and a folder with a token and the certificate of its authority. The token
     * is read for each request, because it is replaced every hour.
     */
    public static Config inPod(String apiServer, Path serviceAccount) {
        var token = serviceAccount.resolve("token");
        return new ConfigBuilder(Config.empty())
                .withMasterUrl(apiServer)
                .withCaCertFile(serviceAccount.resolve("ca.crt").toString())
                .withOauthTokenProvider(() -> read(token))
                .withWatchReconnectInterval(RECONNECT_MILLIS)
                .build();
    }

    /** For requests that must fail before a lease expires instead of being retried. */
    public static Config failingFast(Config config, Duration limit) {
        return new ConfigBuilder(config)
                .withRequestTimeout((int) limit.toMillis())
                .withConnectionTimeout((int) limit.toMillis())
                .withRequestRetryBackoffLimit(0)
                .build();
    }

    private static String read(Path token) {
        try {
            return Files.readString(token).strip();
        } catch (IOException unreadable) {
            throw new KubernetesClientException("the token " + token + " cannot be read", unreadable);
        }
    }
}
