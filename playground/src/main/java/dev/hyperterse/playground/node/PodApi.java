package dev.hyperterse.playground.node;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.HttpURLConnection;
import java.util.Map;

/**
 * The writes of a node and a scheduler about pods. They do nothing if the pod is gone or was replaced by another of its name.
 */
record PodApi(KubernetesClient client, String nodeName) {
    void bind(Pod pod) {
        var binding = new BindingBuilder()
                .withNewMetadata()
                .withName(pod.getMetadata().getName())
                .withUid(pod.getMetadata().getUid())
                .endMetadata()
                .withNewTarget()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(nodeName)
                .endTarget()
                .build();
        unlessGone(() -> client.raw(path(pod) + "/binding", "POST", binding));
    }

    /** Other writers' conditions stay: strategic merge distinguishes conditions by type. */
    void report(Pod pod, PodStatus status) {
        var patch = Map.of("metadata", Map.of("uid", pod.getMetadata().getUid()), "status", status);
        unlessGone(() -> client.pods()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .subresource("status")
                .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), Serialization.asJson(patch)));
    }

    /** The last word of a node: nothing of this pod is left. */
    void delete(Pod pod) {
        var options = new DeleteOptionsBuilder()
                .withGracePeriodSeconds(0L)
                .withNewPreconditions()
                .withUid(pod.getMetadata().getUid())
                .endPreconditions()
                .build();
        unlessGone(() -> client.raw(path(pod), "DELETE", options));
    }

    private static String path(Pod pod) {
        return "/api/v1/namespaces/" + pod.getMetadata().getNamespace() + "/pods/"
                + pod.getMetadata().getName();
    }

    private static void unlessGone(Runnable write) {
        try {
            write.run();
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_NOT_FOUND
                    && refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw refused;
            }
        }
    }
}
