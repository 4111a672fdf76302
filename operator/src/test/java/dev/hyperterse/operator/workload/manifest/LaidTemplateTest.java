package dev.hyperterse.operator.workload.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.workload.PodOverlay;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an author lays over the pods, field by field. */
class LaidTemplateTest {
    private static final String OURS = """
            metadata:
              labels: {app.kubernetes.io/name: shop}
              annotations: {hyperterse.dev/server-uid: "1"}
            spec:
              serviceAccountName: shop-runtime
              enableServiceLinks: false
              imagePullSecrets: [{name: mirror}]
              topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]
              containers:
                - name: runtime
                  image: runtime:1
                  env: [{name: HYPERTERSE_DATA, value: /var/lib/hyperterse/data}]
                  ports: [{name: http, containerPort: 8080}]
                  resources: {requests: {cpu: 100m}}
                  volumeMounts: [{name: tmp, mountPath: /tmp}, {name: data, mountPath: /var/lib/hyperterse/data}]
              volumes: [{name: tmp, emptyDir: {}}, {name: data, emptyDir: {}}]
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {metadata: {labels: {team: a}}}                               | team: "a"
            {metadata: {annotations: {note: b}}}                          | note: "b"
            {metadata: {annotations: {example.com/note: c}}}              | example.com/note: "c"
            {spec: {nodeSelector: {disk: fast}}}                          | disk: "fast"
            {spec: {tolerations: [{key: dedicated, operator: Exists}]}}   | key: "dedicated"
            {spec: {affinity: {podAntiAffinity: {}}}}                     | podAntiAffinity
            {spec: {priorityClassName: high}}                             | priorityClassName: "high"
            {spec: {imagePullSecrets: [{name: own}]}}                     | name: "own"
            {spec: {topologySpreadConstraints: [{maxSkew: 3}]}}           | maxSkew: 3
            {spec: {securityContext: {fsGroup: 65532, fsGroupChangePolicy: OnRootMismatch}}} | fsGroup: 65532
            {spec: {volumes: [{name: data, persistentVolumeClaim: {claimName: c}}]}} | claimName: "c"
            {spec: {volumes: [{name: data, emptyDir: {sizeLimit: 1Gi}}]}} | sizeLimit: "1Gi"
            {spec: {volumes: [{name: data, ephemeral: {volumeClaimTemplate: {metadata: {labels: {team: a, example.com/b: c}}, spec: {}}}}]}} | example.com/b: "c"
            """)
    void appliesInEveryInstallation(String overlay, String text) {
        var laid = laid(overlay, false);
        assertThat(laid.problems()).isEmpty();
        assertThat(yaml(laid)).contains(text);
        assertThat(laid.template().getSpec().getVolumes()).hasSize(2);
    }

    @Test
    void templateThatIsTooLongIsNotLaid() {
        var laid = laid("{spec: {nodeSelector: {disk: \"%s\"}}}".formatted("x".repeat(1 << 17)), true);
        assertThat(laid.problems()).singleElement().satisfies(problem -> assertThat(problem.message())
                .contains("longer than 64 KiB"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {spec: {containers: [{name: proxy, image: proxy:1}]}}                               | spec.containers
            {spec: {containers: [{name: runtime, env: [{name: JAVA_TOOL_OPTIONS, value: a}]}]}} | spec.containers
            {spec: {initContainers: [{name: init, image: init:1}]}}                             | spec.initContainers
            {spec: {hostNetwork: true}}                                                         | spec.hostNetwork
            {spec: {automountServiceAccountToken: false}}                                       | spec.automountServiceAccountToken
            {spec: {volumes: [{name: extra, secret: {secretName: others}}]}}                    | spec.volumes[0]
            {spec: {volumes: [{name: data, hostPath: {path: /}}]}}                              | spec.volumes[0]
            {metadata: {annotations: {vault.hashicorp.com/agent-inject: "true"}}}               | metadata.annotations["vault.hashicorp.com/agent-inject"]
            {metadata: {labels: {sidecar.istio.io/inject: "true"}}}                             | metadata.labels["sidecar.istio.io/inject"]
            {metadata: {annotations: {example.company/note: "true"}}}                           | metadata.annotations["example.company/note"]
            {metadata: {annotations: {io.katacontainers.config.hypervisor.path: /x}}}           | metadata.annotations["io.katacontainers.config.hypervisor.path"]
            {metadata: {annotations: {cpu-quota.crio.io: disable}}}                             | metadata.annotations["cpu-quota.crio.io"]
            {spec: {runtimeClassName: odd}}                                                     | spec.runtimeClassName
            {spec: {securityContext: {runAsUser: 0}}}                                           | spec.securityContext
            """)
    void needsTheLeaveOfTheInstallation(String overlay, String path) {
        var laid = laid(overlay, false);
        assertThat(laid.problems())
                .extracting(it -> it.reason() + " " + it.path())
                .containsExactly("NotAllowedOverride spec.workload.podTemplate." + path);
        assertThat(laid.template()).isEqualTo(ours());

        assertThat(laid(overlay, true).problems()).isEmpty();
        assertThat(laid(overlay, true).template()).isNotEqualTo(ours());
    }

    /** The claim that is made of it is another object that controllers act on. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            annotations: {backup.vendor.io/run: sh}       | metadata.annotations["backup.vendor.io/run"]
            labels: {backup.vendor.io/run: sh}            | metadata.labels["backup.vendor.io/run"]
            """)
    void aClaimOfThePodHasOpenKeysOnly(String metadata, String path) {
        var overlay =
                "{spec: {volumes: [{name: data, ephemeral: {volumeClaimTemplate: {metadata: {%s}, spec: {volumeName: v}}}}]}}"
                        .formatted(metadata);
        var laid = laid(overlay, false);
        assertThat(laid.problems())
                .extracting(it -> it.reason() + " " + it.path())
                .containsExactly(
                        "NotAllowedOverride spec.workload.podTemplate.spec.volumes[0].ephemeral.volumeClaimTemplate."
                                + path);
        assertThat(yaml(laid)).contains("volumeName: \"v\"").doesNotContain("backup.vendor.io");

        assertThat(laid(overlay, true).problems()).isEmpty();
        assertThat(yaml(laid(overlay, true))).contains("backup.vendor.io");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {metadata: {labels: {app.kubernetes.io/name: other}}}                            | metadata.labels.app.kubernetes.io/name
            {metadata: {annotations: {hyperterse.dev/server-uid: "2"}}}                      | metadata.annotations.hyperterse.dev/server-uid
            {spec: {serviceAccountName: admin}}                                              | spec.serviceAccountName
            {spec: {enableServiceLinks: true}}                                               | spec.enableServiceLinks
            {spec: {containers: [{name: runtime, image: other:1}]}}                          | spec.containers[0].image
            {spec: {containers: [{name: runtime, resources: {requests: {cpu: 2}}}]}}         | spec.containers[0].resources.requests.cpu
            {spec: {containers: [{name: a, image: a}, {name: runtime, env: [{name: HYPERTERSE_DATA, value: /}]}]}} | spec.containers[1].env[0].value
            {spec: {containers: [{name: runtime, volumeMounts: [{name: other, mountPath: /tmp}]}]}} | spec.containers[0].volumeMounts[0].name
            {spec: {containers: runtime}}                                                    | spec.containers
            """)
    void cannotChangeWhatTheOperatorSets(String overlay, String path) {
        var laid = laid(overlay, true);
        assertThat(laid.problems()).extracting(Problem::path).containsExactly("spec.workload.podTemplate." + path);
        assertThat(laid.problems()).extracting(Problem::rule).containsExactly("field-of-the-operator");
        assertThat(yaml(laid)).contains("image: \"runtime:1\"", "serviceAccountName: \"shop-runtime\"");
    }

    /** A field that is refused is no reason to leave out the others. */
    @Test
    void theRestAppliesBesideWhatIsRefused() {
        var laid = laid("{spec: {nodeSelector: {disk: fast}, hostPID: true, priorityClassName: high}}", false);
        assertThat(laid.problems()).hasSize(1);
        assertThat(yaml(laid)).contains("disk: \"fast\"", "high").doesNotContain("hostPID");
    }

    @Test
    void whatIsNoTemplateIsRefusedWhole() {
        var laid = laid("{metadata: {labels: {team: a}}, spec: {nodeSelector: [1]}}", false);
        assertThat(laid.problems()).extracting(Problem::rule).containsExactly("template-of-a-pod");
        assertThat(laid.template()).isEqualTo(ours());
    }

    @Test
    void anEmptyTemplateChangesNothing() {
        assertThat(laid("{}", false)).isEqualTo(new LaidTemplate(ours(), List.of()));
        assertThat(laid("{spec: {volumes: []}}", false).template()).isEqualTo(ours());
    }

    private static LaidTemplate laid(String overlay, boolean overridable) {
        try {
            var json = ApiSerialization.mapper()
                    .writeValueAsString(Serialization.unmarshal("---\n" + overlay, Object.class));
            return LaidTemplate.of(
                    ours(),
                    ApiSerialization.mapper().readValue(json, PodOverlay.class),
                    overridable,
                    List.of("example.com/"));
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    private static PodTemplateSpec ours() {
        return Serialization.unmarshal(OURS, PodTemplateSpec.class);
    }

    private static String yaml(LaidTemplate laid) {
        return Serialization.asYaml(laid.template());
    }
}
