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
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** As the operator's ServiceAccount: what it needs is allowed where it needs it, and nothing further. */
@RealApiServer
class OperatorRightsIT {
    private static final String OPERATOR = "system:serviceaccount:hyperterse-system:hyperterse-operator";
    private static final String AS_OPERATOR = "--as=" + OPERATOR;
    private static final String OWN = "hyperterse-system";
    private static final String GATEWAY = "rights-gateway";
    private static final String TENANT = "rights-tenant";
    private static final List<String> APPLY = List.of("apply", "--server-side", "-f", "-");
    private static final String ALL = "get list watch create update patch delete";

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

    @ParameterizedTest
    @CsvSource({
        "get list watch, hyperterseservers.hyperterse.dev tools.hyperterse.dev",
        "get list watch, prompts.hyperterse.dev resources.hyperterse.dev",
        "patch, hyperterseservers.hyperterse.dev/status tools.hyperterse.dev/status",
        "patch, prompts.hyperterse.dev/status resources.hyperterse.dev/status",
        "get list watch, pods namespaces configmaps",
        "create patch, events.events.k8s.io",
    })
    void itReadsEverywhereWhatPeopleWriteAndSaysWhatBecameOfIt(String verbs, String resources) {
        assertThat(operator.refused(verbs, resources, Rights.EVERYWHERE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "configmaps secrets services serviceaccounts",
                "deployments.apps horizontalpodautoscalers.autoscaling",
                "networkpolicies.networking.k8s.io poddisruptionbudgets.policy",
                "roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io",
            })
    void itRunsServersInGatewayNamespaces(String resources) {
        assertThat(operator.refused(ALL, resources, GATEWAY)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        ALL + ", secrets leases.coordination.k8s.io",
        "create update patch delete, configmaps services serviceaccounts deployments.apps pods",
        "create update patch delete, roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io",
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
        assertThat(List.of("get", "watch", "update", "patch")).allSatisfy(verb -> {
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

    @ParameterizedTest
    @MethodSource("objectsOfServers")
    void aServerInAnyOtherNamespaceGetsNothing(Path objects) throws IOException {
        var refused = asOperatorIn(TENANT, movedTo(TENANT, objects), APPLY);
        assertThat(refused.succeeded()).isFalse();
        assertThat(refused.errors()).contains("forbidden");
        assertThat(refused.output()).isEmpty();
    }

    /** What the operator makes of a server, as its own tests have it. */
    static List<Path> objectsOfServers() throws IOException {
        try (var files = Files.newDirectoryStream(Path.of("../operator/src/test/resources/workload"), "out-*.yaml")) {
            return StreamSupport.stream(files.spliterator(), false).sorted().toList();
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
