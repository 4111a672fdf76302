package dev.hyperterse.playground.node.volume;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** One token of a pod's ServiceAccount, bound to the pod; replaced well before it expires. */
public final class TokenFile {
    private final KubernetesClient client;
    private final Pod pod;
    private final ServiceAccountTokenProjection wanted;
    private final Clock clock;
    private final double refreshAt;
    private byte[] token = {};
    private Instant due = Instant.MIN;

    public TokenFile(
            KubernetesClient client, Pod pod, ServiceAccountTokenProjection wanted, Clock clock, double refreshAt) {
        this.client = client;
        this.pod = pod;
        this.wanted = wanted;
        this.clock = clock;
        this.refreshAt = refreshAt;
    }

    String path() {
        return wanted.getPath();
    }

    byte[] content() {
        if (!clock.instant().isBefore(due)) {
            try {
                renew();
            } catch (KubernetesClientException away) {
                // The existing token is still valid for a while.
                if (token.length == 0) {
                    throw away;
                }
            }
        }
        return token;
    }

    private void renew() {
        var now = clock.instant();
        var issued = client.serviceAccounts()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getSpec().getServiceAccountName())
                .tokenRequest(request())
                .getStatus();
        var lifetime = Duration.between(now, Instant.parse(issued.getExpirationTimestamp()));
        due = now.plusMillis((long) (lifetime.toMillis() * refreshAt));
        token = issued.getToken().getBytes(StandardCharsets.UTF_8);
    }

    private TokenRequest request() {
        var request = new TokenRequestBuilder()
                .withNewSpec()
                .withExpirationSeconds(wanted.getExpirationSeconds())
                .withNewBoundObjectRef()
                .withApiVersion("v1")
                .withKind("Pod")
                .withName(pod.getMetadata().getName())
                .withUid(pod.getMetadata().getUid())
                .endBoundObjectRef();
        if (wanted.getAudience() != null && !wanted.getAudience().isEmpty()) {
            request.withAudiences(wanted.getAudience());
        }
        return request.endSpec().build();
    }
}
