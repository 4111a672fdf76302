package dev.hyperterse.install;

import static dev.hyperterse.install.Installation.must;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** As the operator's ServiceAccount: what it needs is allowed where it needs it, and nothing further. */
@RealApiServer
class OperatorRightsIT {
    private static final String OPERATOR = "system:serviceaccount:hyperterse-system:hyperterse-operator";
    private static final String AS_OPERATOR = "--as=" + OPERATOR;
    private static final String OWN = "hyperterse-system";
    private static final String GATEWAY = "rights-gateway";
    private static final String TENANT = "rights-tenant";
    private static final List<String> APPLY = List.of("apply", "--server-side", "-f", "-");
    private static final String ALL = "get list watch create update patch delete deletecollection";

    private static Kubectl kubectl;
    private static Rights operator;

    @BeforeAll
    static void installWithOneGatewayAndOneTenant(ControlPlane controlPlane) {
        kubectl = Installation.on(controlPlane);
        must(kubectl, "create", "namespace", GATEWAY);
        must(kubectl, "create", "namespace", TENANT);
        must(kubectl, "apply", "--namespace", GATEWAY, "-f", InstallManifest.GATEWAY_NAMESPACE.toString());
        operator = Rights.of(OPERATOR, controlPlane);
    }

    @AfterAll
    static void stopAsking() {
        operator.close();
    }

    /** What it uses is the list, and what it is granted is exactly that. */
    @ParameterizedTest
    @CsvSource({
        "hyperterseservers.hyperterse.dev, list watch",
        "tools.hyperterse.dev, list watch",
        "prompts.hyperterse.dev, list watch",
        "resources.hyperterse.dev, list watch",
        "hyperterseservers.hyperterse.dev/status, patch",
        "tools.hyperterse.dev/status, patch",
        "prompts.hyperterse.dev/status, patch",
        "resources.hyperterse.dev/status, patch",
        "configmaps, get list watch",
        "pods, list watch",
        "namespaces, list watch",
        "services, list watch",
        "deployments.apps, list watch",
        "events.events.k8s.io, create",
    })
    void itReadsEverywhereWhatPeopleWriteAndSaysWhatBecameOfIt(String resource, String verbs) {
        assertThat(operator.allowed(ALL, resource, Rights.EVERYWHERE)).isEqualTo(each(verbs, resource));
    }

    @ParameterizedTest
    @CsvSource({
        "configmaps, get list watch create update",
        "secrets, get list watch create update",
        "services, get list watch create patch",
        "deployments.apps, get list watch create patch",
        "roles.rbac.authorization.k8s.io, get create patch",
        "rolebindings.rbac.authorization.k8s.io, get create patch",
        "serviceaccounts, get create patch delete",
        "horizontalpodautoscalers.autoscaling, get create patch delete",
        "networkpolicies.networking.k8s.io, get create patch delete",
        "poddisruptionbudgets.policy, get create patch delete",
    })
    void itRunsServersInGatewayNamespaces(String resource, String verbs) {
        assertThat(operator.allowed(ALL, resource, GATEWAY)).isEqualTo(each(verbs, resource));
    }

    private static List<String> each(String verbs, String resource) {
        return Stream.of(verbs.split(" ")).map(verb -> verb + " " + resource).toList();
    }

    @ParameterizedTest
    @CsvSource({
        ALL + ", secrets leases.coordination.k8s.io",
        "create update patch delete, configmaps services serviceaccounts deployments.apps pods",
        ALL + ", roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io",
        "create update patch delete, tools.hyperterse.dev hyperterseservers.hyperterse.dev",
    })
    void itHasNothingToSayElsewhere(String verbs, String resources) {
        assertThat(operator.allowed(verbs, resources, TENANT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        ALL + ", secrets clusterroles.rbac.authorization.k8s.io clusterrolebindings.rbac.authorization.k8s.io",
        "create, nodes namespaces customresourcedefinitions.apiextensions.k8s.io",
        "impersonate, users groups serviceaccounts",
        "escalate bind, clusterroles.rbac.authorization.k8s.io",
    })
    void itHasNoPowerOverTheCluster(String verbs, String resources) {
        assertThat(operator.allowed(verbs, resources, Rights.EVERYWHERE)).isEmpty();
    }

    @Test
    void itCannotHandOutRightsThatItLacks() {
        assertThat(operator.allowed("escalate bind", "roles.rbac.authorization.k8s.io", GATEWAY))
                .isEmpty();
        var asked = List.of("create", "role", "more", "--verb=create", "--resource=pods/exec");
        assertThat(asOperatorIn(GATEWAY, "", asked).errors())
                .contains("attempting to grant RBAC permissions not currently held");
    }

    @Test
    void itLeadsByOneLease() {
        var leases = "leases.coordination.k8s.io";
        assertThat(operator.refused("create", leases, OWN)).isEmpty();
        assertThat(List.of("get", "patch")).allSatisfy(verb -> {
            assertThat(operator.may(verb, leases, "hyperterse-operator", OWN)).isTrue();
            assertThat(operator.may(verb, leases, "other", OWN)).isFalse();
        });
        assertThat(operator.allowed(ALL, "secrets", OWN)).isEmpty();
    }

    /** Rights first: the Role of the runtime passes only if the operator holds everything that it grants. */
    @ParameterizedTest
    @MethodSource("objectsOfServers")
    void everyObjectOfAServerCanBeApplied(Path objects) throws IOException {
        var applied = asOperatorIn(GATEWAY, movedTo(GATEWAY, objects), APPLY);
        assertThat(applied.succeeded()).as(applied.errors()).isTrue();
        assertThat(applied.output()).contains("shop-runtime serverside-applied");
    }

    /** Only an installation with {@code exposure} set lets servers be reached from outside. */
    @Test
    void itExposesNoServerUnasked() {
        assertThat(operator.allowed(
                        ALL, "ingresses.networking.k8s.io httproutes.gateway.networking.k8s.io", Rights.EVERYWHERE))
                .isEmpty();
        assertThat(operator.allowed(ALL, "ingresses.networking.k8s.io httproutes.gateway.networking.k8s.io", GATEWAY))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("objectsOfServers")
    void aServerInAnyOtherNamespaceGetsNothing(Path objects) throws IOException {
        var refused = asOperatorIn(TENANT, movedTo(TENANT, objects), APPLY);
        assertThat(refused.succeeded()).isFalse();
        assertThat(refused.errors()).contains("forbidden");
        assertThat(refused.output()).isEmpty();
    }

    /** What the operator makes of a server that is not exposed, as its own tests have it. */
    static List<Path> objectsOfServers() throws IOException {
        try (var files = Files.newDirectoryStream(Path.of("../operator/src/test/resources/workload"), "out-*.yaml")) {
            return StreamSupport.stream(files.spliterator(), false)
                    .filter(it -> !it.getFileName().toString().startsWith("out-exposed-"))
                    .sorted()
                    .toList();
        }
    }

    private static String movedTo(String namespace, Path objects) throws IOException {
        return Files.readString(objects).replaceAll("(?m)^  namespace: .*$", "  namespace: " + namespace);
    }

    private static Kubectl.Result asOperatorIn(String namespace, String input, List<String> arguments) {
        var whole = new ArrayList<>(List.of(AS_OPERATOR, "--namespace=" + namespace));
        whole.addAll(arguments);
        return kubectl.runWithInput(input, whole.toArray(String[]::new));
    }
}
