package dev.hyperterse.install;

import static dev.hyperterse.install.Installation.must;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.RealApiServer;
import io.fabric8.kubernetes.api.model.KubernetesListBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real API server takes what the charts render, and the rights of a limited operator end where its scope does. */
@RealApiServer
class ChartIT {
    private static final String LIMITED = "chart-limited";
    private static final String ELSEWHERE = "chart-elsewhere";
    private static final String OPERATOR = "system:serviceaccount:" + LIMITED + ":hyperterse-operator";
    private static final String POLICIES = "chart-policies";

    /** Where nobody else applies a server of these names. */
    private static final String SERVERS = "chart-servers";

    private static final String REQUIRED =
            "auth: {mode: Required, required: [keys], plugins: [{name: keys, apiKey: {keys: [{principal: a, valueFrom: {secretKeyRef: {name: keys, key: a}}}]}}]}";
    /** What a controller, which does not run here, makes the ClusterRole admin of. */
    private static final List<String> ADMIN = List.of(
            "system:aggregate-to-admin",
            "system:aggregate-to-edit",
            "system:aggregate-to-view",
            "hyperterse-tool-editor",
            "hyperterse-viewer");

    /** Of before the policies, and not as they want it. */
    private static final String OLDER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: older, namespace: chart-policies, finalizers: [example.com/waits]}
            spec: {auth: {mode: Anonymous}, serverInfo: {title: One}}
            """;

    private static final String SERVED = "{\"spec\": {\"serverInfo\": {\"title\": \"Two\"}}}";
    private static final String UNFINISHED = "{\"metadata\": {\"finalizers\": null}}";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ALL = "get list watch create update patch delete deletecollection";

    private static Kubectl kubectl;

    @BeforeAll
    static void install(ControlPlane controlPlane) {
        kubectl = Installation.on(controlPlane);
        for (var namespace : List.of(LIMITED, ELSEWHERE, "tenant-a", "tenant-b", SERVERS, "documents")) {
            kubectl.run("create", "namespace", namespace);
        }
        var limited = Chart.OPERATOR.rendered(LIMITED, ChartTest.CASES.resolve("operator-release-values.yaml"));
        assertApplied(kubectl.runWithInput(limited, "apply", "--server-side", "-f", "-"));
    }

    /** {@code LIMITED} has an operator of its own, and it is gateway namespace of none. */
    @Test
    void anInstallationOverTheNamespaceOfAnotherIsRefused(ControlPlane controlPlane) {
        assertThatThrownBy(() -> ofTheCluster(controlPlane).call())
                .hasMessageContaining(
                        "the operator in namespace \"%1$s\" works in namespace \"%1$s\": add \"%1$s\" to excludedNamespaces",
                        LIMITED);
        // Rendered, and refused by Helm itself for what kubectl has installed.
        assertThatThrownBy(() -> ofTheCluster(controlPlane)
                        .set("excludedNamespaces[1]", LIMITED)
                        .call())
                .hasMessageContaining("exists and cannot be imported");

        must(kubectl, "-n", ELSEWHERE, "apply", "-f", "../install/gateway-namespace.yaml");
        assertThatThrownBy(() ->
                        tried(controlPlane, ELSEWHERE).set("scope", "Release").call())
                .hasMessageContaining(
                        "namespace \"%s\" is a gateway namespace of the operator in namespace \"hyperterse-system\"",
                        ELSEWHERE);
        must(kubectl, "-n", ELSEWHERE, "delete", "-f", "../install/gateway-namespace.yaml");
    }

    /** Another test has an operator in a namespace of its own. */
    private static InstallCommand ofTheCluster(ControlPlane controlPlane) {
        return tried(controlPlane, "hyperterse-system").set("excludedNamespaces[0]", "chart-team");
    }

    /** What Helm would install there, with all that it may look at in the cluster. */
    private static InstallCommand tried(ControlPlane controlPlane, String namespace) {
        return new Helm(Chart.OPERATOR.directory())
                .install()
                .withName("hyperterse-operator")
                .withNamespace(namespace)
                .withKubeConfig(controlPlane.kubeconfig())
                .dryRun()
                .withDryRunOption(DryRun.SERVER);
    }

    static List<String> operatorCases() throws IOException {
        return ChartTest.operatorCases();
    }

    /** All but the kinds of the Prometheus operator, which {@link MonitoringIT} has. */
    @ParameterizedTest
    @MethodSource("operatorCases")
    void theApiServerTakesWhatIsRendered(String name) {
        var rendered = Chart.OPERATOR.rendered("hyperterse-system", ChartTest.CASES.resolve(name + "-values.yaml"));
        var builtIn = Chart.objects(rendered).stream()
                .filter(object -> !object.getApiVersion().startsWith("monitoring.coreos.com/"))
                .toList();
        assertApplied(kubectl.runWithInput(
                new KubernetesSerialization()
                        .asYaml(new KubernetesListBuilder().withItems(builtIn).build()),
                "apply",
                "--server-side",
                "--force-conflicts",
                "--dry-run=server",
                "--validate=strict",
                "-f",
                "-"));
    }

    static List<String> serverCases() throws IOException {
        return ChartTest.serverCases();
    }

    @ParameterizedTest
    @MethodSource("serverCases")
    void theApiServerTakesTheServer(String name) {
        var rendered = Chart.SERVER.rendered(SERVERS, ChartTest.CASES.resolve(name + "-values.yaml"));
        assertApplied(kubectl.runWithInput(
                rendered, "apply", "--server-side", "--dry-run=server", "--validate=strict", "-f", "-"));
    }

    @ParameterizedTest
    @CsvSource({
        "hyperterseservers.hyperterse.dev, list watch",
        "tools.hyperterse.dev, list watch",
        "tools.hyperterse.dev/status, patch",
        "configmaps, get list watch create update",
        "secrets, get list watch create update",
        "deployments.apps, get list watch create patch",
        "serviceaccounts, get create patch delete",
        "pods, list watch",
        "events.events.k8s.io, create",
    })
    void inItsNamespaceItHoldsWhatAnOperatorOfTheClusterHoldsInAGateway(
            String resource, String verbs, ControlPlane controlPlane) {
        try (var operator = Rights.of(OPERATOR, controlPlane)) {
            assertThat(operator.allowed(ALL, resource, LIMITED))
                    .isEqualTo(List.of(verbs.split(" ")).stream()
                            .map(verb -> verb + " " + resource)
                            .toList());
            assertThat(operator.allowed(ALL, resource, ELSEWHERE)).isEmpty();
            assertThat(operator.allowed(ALL, resource, Rights.EVERYWHERE)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {LIMITED, ELSEWHERE})
    void itReadsNoNamespace(String namespace) {
        assertThat(kubectl.run("--as=" + OPERATOR, "get", "namespace", namespace)
                        .errors())
                .contains("forbidden");
    }

    /** Who is admin of a namespace, and no more, installs an operator for it once the platform has bound the role for that. */
    @Test
    void anAdminOfANamespaceInstallsAnOperatorForIt() {
        var namespace = "chart-team";
        var admin = "--as=team-admin";
        kubectl.run("create", "namespace", namespace);
        ADMIN.forEach(role -> bind(namespace, role));
        for (var name : List.of("operator-release", "operator-release-exposure")) {
            var rendered = Chart.OPERATOR.rendered(namespace, ChartTest.CASES.resolve(name + "-values.yaml"));
            var refused = kubectl.runWithInput(rendered, admin, "apply", "--server-side", "-f", "-");
            assertThat(refused.errors()).contains("attempting to grant RBAC permissions not currently held");
        }
        bind(namespace, "hyperterse-operator-installer");
        for (var name : List.of("operator-release", "operator-release-exposure")) {
            var rendered = Chart.OPERATOR.rendered(namespace, ChartTest.CASES.resolve(name + "-values.yaml"));
            awaitApplied(() -> kubectl.runWithInput(rendered, admin, "apply", "--server-side", "-f", "-"));
        }
    }

    private static void bind(String namespace, String role) {
        var name = role.replace(':', '-');
        must(kubectl, "-n", namespace, "create", "rolebinding", name, "--clusterrole=" + role, "--user=team-admin");
    }

    /** The API server sees a new binding a moment after it was written. */
    private static void awaitApplied(Supplier<Kubectl.Result> apply) {
        var deadline = Instant.now().plus(PATIENCE);
        var result = apply.get();
        while (!result.succeeded() && Instant.now().isBefore(deadline)) {
            result = apply.get();
        }
        assertSucceeded(result);
    }

    /** A namespace says what the servers in it may do; a policy is in force a moment after it was applied. */
    @Test
    void policiesHoldForServersInNamespacesThatSayNothingElse() throws IOException {
        kubectl.run("create", "namespace", POLICIES);
        var policies = Chart.objects(Chart.CRDS.rendered("default", ChartTest.POLICIES)).stream()
                .filter(object -> object.getKind().startsWith("ValidatingAdmissionPolicy"))
                .toList();
        var yaml = new KubernetesSerialization()
                .asYaml(new KubernetesListBuilder().withItems(policies).build());
        assertThat(policies).hasSize(8);
        assertSucceeded(kubectl.runWithInput(OLDER, "apply", "--server-side", "-f", "-"));
        assertSucceeded(kubectl.runWithInput(yaml, "apply", "--server-side", "--validate=strict", "-f", "-"));
        try {
            awaitRefusal("{}", "spec.auth.mode must be Required here");
            awaitRefusal(REQUIRED + ", workload: {expose: {host: a.example.com, ingress: {}}}", "exposed-hosts");
            awaitRefusal(
                    REQUIRED + ", workload: {image: 'elsewhere.example/runtime:1'}",
                    "must begin with registry.example/team/ or registry.example/runtime@sha256:");
            awaitRefusal(
                    REQUIRED + ", workload: {service: {type: LoadBalancer}}",
                    "spec.workload.service.type must be ClusterIP");
            assertSucceeded(applied(REQUIRED));
            assertSucceeded(applied(REQUIRED + ", workload: {service: {type: ClusterIP}}"));
            assertSucceeded(applied(REQUIRED + ", workload: {image: 'registry.example/team/runtime:1'}"));

            assertAServerOfBeforeCanBeLabelledAndDeleted();

            must(kubectl, "label", "namespace", POLICIES, "hyperterse.dev/anonymous-access=allowed");
            must(kubectl, "annotate", "namespace", POLICIES, "hyperterse.dev/exposed-hosts=b.example.com, *.a.example");
            awaitAccepted("workload: {expose: {host: tools.a.example, ingress: {}}}");
            assertSucceeded(applied("workload: {expose: {host: b.example.com, ingress: {}}}"));
            awaitRefusal("workload: {expose: {host: nota.example, ingress: {}}}", "exposed-hosts");
            assertAnnotationsNameNoFurtherHosts();
        } finally {
            kubectl.runWithInput(yaml, "delete", "--ignore-not-found", "-f", "-");
        }
        // In force a moment longer, which the next test would meet.
        awaitAccepted("workload: {image: 'elsewhere.example/runtime:1', service: {type: LoadBalancer},"
                + " expose: {host: nota.example, ingress: {}}}");
    }

    /** An annotation of an ingress controller or of external-dns can name any host. */
    private static void assertAnnotationsNameNoFurtherHosts() {
        var exposed = "workload: {expose: {host: b.example.com, ingress: {}, annotations: {%s}}}";
        assertSucceeded(applied(exposed.formatted("nginx.ingress.kubernetes.io/proxy-read-timeout: '3600'")));
        awaitRefusal(
                exposed.formatted("nginx.ingress.kubernetes.io/server-alias: billing.example.com"),
                "spec.workload.expose.annotations: only keys that begin with");
        awaitRefusal(
                "workload: {service: {annotations: {external-dns.alpha.kubernetes.io/hostname: billing.example.com}}}",
                "spec.workload.service.annotations: only keys that begin with");
    }

    /** Argo CD deletes in the foreground, which is a finalizer: taking that away is an update of the server. */
    private static void assertAServerOfBeforeCanBeLabelledAndDeleted() {
        must(kubectl, "-n", POLICIES, "label", "hyperterseserver/older", "team=a");
        assertThat(kubectl.run("-n", POLICIES, "patch", "hyperterseserver/older", "--type=merge", "--patch", SERVED)
                        .errors())
                .contains("spec.auth.mode must be Required here");
        must(kubectl, "-n", POLICIES, "delete", "hyperterseserver/older", "--wait=false");
        must(kubectl, "-n", POLICIES, "patch", "hyperterseserver/older", "--type=merge", "--patch", UNFINISHED);
        assertThat(kubectl.run("-n", POLICIES, "get", "hyperterseserver/older").errors())
                .contains("not found");
    }

    private static Kubectl.Result applied(String spec) {
        return kubectl.runWithInput(
                """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop, namespace: %s}
                spec: {%s}
                """.formatted(POLICIES, spec.equals("{}") ? "" : spec),
                "apply",
                "--server-side",
                "--dry-run=server",
                "-f",
                "-");
    }

    private static void awaitRefusal(String spec, String message) {
        var deadline = Instant.now().plus(PATIENCE);
        Kubectl.Result result;
        do {
            result = applied(spec);
        } while (result.succeeded() && Instant.now().isBefore(deadline));
        assertThat(result.errors()).contains(message);
    }

    private static void awaitAccepted(String spec) {
        awaitApplied(() -> applied(spec));
    }

    private static void assertSucceeded(Kubectl.Result result) {
        assertThat(result.succeeded()).as(result.errors()).isTrue();
    }

    private static void assertApplied(Kubectl.Result applied) {
        assertThat(applied.succeeded()).as(applied.errors()).isTrue();
        // The installation was applied by the client's half, and a dry run cannot take that over.
        assertThat(applied.errors().lines())
                .filteredOn(line -> !line.contains("failed to migrate"))
                .isEmpty();
    }
}
