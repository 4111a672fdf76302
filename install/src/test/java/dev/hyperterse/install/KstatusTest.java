package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What Flux, and everything else that follows kstatus, makes of our objects. The rules are those that the library has for
 * kinds it does not know (sigs.k8s.io/cli-utils, pkg/kstatus/status: checkGenericProperties, then the condition Ready).
 */
class KstatusTest {
    private static final Path STATES =
            Path.of("..", "argocd", "resource_customizations", "hyperterse.dev", "_", "testdata");

    @ParameterizedTest
    @CsvSource({
        "ready,                   Current,     Current",
        "unverified,              Current,     Current",
        "server-ready,            Current,     Current",
        "suspended,               Current,     Current",
        "server-scaled-to-zero,   Current,     Current",
        "server-without-replicas, Current,     Current",
        "edited,                  InProgress,  InProgress",
        "propagating,             InProgress,  InProgress",
        "suspending,              InProgress,  InProgress",
        "no-replicas,             InProgress,  InProgress",
        "server-rolling-out,      InProgress,  InProgress",
        "stalled,                 Failed,      Failed",
        "deleting,                Terminating, Current",
        // A condition of an older generation is not told apart by kstatus; the operator writes all conditions at once.
        "older-condition,         Failed,      Failed",
        // Without a status an object of an unknown kind counts as done: docs/gitops.md gives the expressions that tell.
        "new,                     Current,     InProgress",
    })
    void statesAreReadAsTheyAreMeant(String state, String expected, String byFlux) throws Exception {
        assertThat(status(object(state))).isEqualTo(expected);
        assertThat(FluxExpressions.ofTheDocs().status(object(state))).isEqualTo(byFlux);
    }

    @Test
    void everyStateThatArgoIsTestedWithIsInTheTable() throws IOException {
        try (var files = Files.list(STATES)) {
            assertThat(files.count()).isEqualTo(15);
        }
    }

    private static String status(Map<String, Object> object) {
        var metadata = map(object.get("metadata"));
        var status = map(object.get("status"));
        if (metadata.containsKey("deletionTimestamp")) {
            return "Terminating";
        }
        var observed = Optional.ofNullable(status.get("observedGeneration"));
        if (observed.isPresent() && !observed.get().equals(metadata.get("generation"))) {
            return "InProgress";
        }
        if (condition(status, "Reconciling").equals("True")) {
            return "InProgress";
        }
        if (condition(status, "Stalled").equals("True")) {
            return "Failed";
        }
        return switch (condition(status, "Ready")) {
            case "True", "absent" -> "Current";
            default -> "InProgress";
        };
    }

    private static String condition(Map<String, Object> status, String type) {
        return status.get("conditions") instanceof List<?> conditions
                ? conditions.stream()
                        .map(KstatusTest::map)
                        .filter(condition -> type.equals(condition.get("type")))
                        .map(condition -> condition.get("status").toString())
                        .findFirst()
                        .orElse("absent")
                : "absent";
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(String state) throws IOException {
        return Serialization.unmarshal(Files.readString(STATES.resolve(state + ".yaml")), Map.class);
    }
}
