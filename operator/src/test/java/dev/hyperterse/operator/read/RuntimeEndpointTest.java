package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeEndpointTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // deletion | phase | state of the container | ready condition | running | ready | ended
                "''         | Running   | running    | True  | true  | true  | false",
                "''         | Running   | running    | False | true  | false | false",
                "''         | Running   | ''         | True  | true  | true  | false",
                "''         | Running   | waiting    | True  | false | false | false",
                "''         | Running   | terminated | False | false | false | false",
                "''         | Pending   | waiting    | False | false | false | false",
                "''         | ''        | ''         | ''    | false | false | false",
                "2026-01-01T00:00:00Z | Running | running | True | false | false | true",
                "''         | Failed    | terminated | False | false | false | true",
                "''         | Succeeded | terminated | False | false | false | true"
            })
    void aPodIsReadAsAnEndpoint(
            String deletion,
            String phase,
            String state,
            String condition,
            boolean running,
            boolean ready,
            boolean ended) {
        var pod = pod();
        pod.getMetadata().setDeletionTimestamp(deletion.isEmpty() ? null : deletion);
        var json = new StringBuilder("{");
        if (!phase.isEmpty()) {
            json.append("\"phase\": \"%s\", \"podIP\": \"10.0.0.1\"".formatted(phase));
            if (!state.isEmpty()) {
                json.append(", \"containerStatuses\": [{\"name\": \"proxy\", \"state\": {\"running\": {}}},"
                        + " {\"name\": \"runtime\", \"state\": {\"%s\": {}}}]".formatted(state));
            }
            json.append(", \"conditions\": [{\"type\": \"Ready\", \"status\": \"%s\"}]".formatted(condition));
        }
        pod.setStatus(read(json.append("}").toString(), PodStatus.class));
        var endpoint = RuntimeEndpoint.of(pod);
        assertThat(endpoint.running()).isEqualTo(running);
        assertThat(endpoint.ready()).isEqualTo(ready);
        assertThat(endpoint.ended()).isEqualTo(ended);
    }

    @Test
    void aPodWithoutAStatusIsToRun() {
        var endpoint = RuntimeEndpoint.of(pod());
        assertThat(endpoint).isEqualTo(new RuntimeEndpoint("uid", "shop-0", "1.2.3", "", 9191, false, false, false));
    }

    /** A server that is deleted and made again at once must not be called available for what the old one's pods serve. */
    @Test
    void aPodOfADeletedServerIsNotOneOfTheServerThatTookItsName() {
        var pod = pod();
        pod.getMetadata().setAnnotations(Map.of("hyperterse.dev/server-uid", "old"));
        assertThat(WorkloadNames.madeFor(pod.getMetadata(), "old")).isTrue();
        assertThat(WorkloadNames.madeFor(pod.getMetadata(), "new")).isFalse();
    }

    /** Any client that may create pods may label one like a replica. */
    @Test
    void aPodWithoutTheUidOfAServerIsNotOneOfItsReplicas() {
        var pod = pod();
        assertThat(WorkloadNames.madeFor(pod.getMetadata(), "new")).isFalse();
        pod.getMetadata().setAnnotations(Map.of("another", "annotation"));
        assertThat(WorkloadNames.madeFor(pod.getMetadata(), "new")).isFalse();
    }

    private static Pod pod() {
        return read("""
            {"metadata": {"namespace": "shop", "name": "shop-0", "uid": "uid",
                          "labels": {"hyperterse.dev/server": "shop", "app.kubernetes.io/version": "1.2.3"}},
             "spec": {"containers": [{"name": "runtime", "ports": [{"name": "http", "containerPort": 8080},
                                                                   {"name": "admin", "containerPort": 9191}]}]}}
            """, Pod.class);
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return ApiSerialization.mapper().readValue(json, type);
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }
}
