package dev.hyperterse.operator;

import static dev.hyperterse.operator.TestNamespace.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The registry of an operator as a process, on a real API server. */
@RealApiServer
class RegistryIT {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop, labels: {listed: "true"}}
            spec:
              auth: {mode: Anonymous}
              serverInfo: {description: Orders and customers}
              workload: {expose: {host: shop.example.com, ingress: {}}}
            """;
    private static final String RIGHTS = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: exposes}
            rules:
              - {apiGroups: [networking.k8s.io], resources: [ingresses], verbs: [get, create, patch, delete]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: exposes}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: exposes}
            subjects: [{kind: ServiceAccount, name: hyperterse-operator, namespace: %s}]
            """.formatted(SYSTEM);

    private TestNamespace namespace;
    private ChildOperator operator;

    @BeforeEach
    void start(ControlPlane controlPlane, @TempDir Path folder) throws IOException, InterruptedException {
        namespace = TestNamespace.openToTheOperator(controlPlane, "registry");
        namespace.apply(RIGHTS);
        operator = ChildOperator.startWith(
                controlPlane,
                namespace.operatorToken(),
                SYSTEM,
                folder.resolve("operator"),
                Map.of("HYPERTERSE_REGISTRY_PUBLISHER", "com.example", "HYPERTERSE_REGISTRY_LABELS", "listed=true"));
        operator.await("it leads", operator::leads);
    }

    @AfterEach
    void stop() throws InterruptedException {
        namespace.kubectl("delete", "hyperterseservers", "--all");
        operator.terminate();
        operator.close();
    }

    @Test
    void serversAreListedAsTheyComeChangeAndGo() throws InterruptedException {
        assertThat(listed()).contains("\"servers\":[]");

        namespace.apply(SERVER);
        operator.await("it is listed", () -> listed().contains("\"url\":\"https://shop.example.com/mcp\""));
        assertThat(listed()).contains("\"name\":\"com.example/%s.shop\"".formatted(namespace.name()));

        namespace.apply(SERVER.replace("Orders and customers", "Orders only"));
        operator.await("its description is new", () -> listed().contains("\"description\":\"Orders only\""));

        namespace.apply(SERVER.replace("\"true\"", "\"false\""));
        operator.await("it is not listed", () -> listed().contains("\"servers\":[]"));

        namespace.apply(SERVER);
        operator.await("it is listed again", () -> listed().contains("shop.example.com"));
        namespace.kubectl("delete", "hyperterseserver/shop");
        operator.await("it is gone", () -> listed().contains("\"servers\":[]"));
    }

    private String listed() {
        return operator.registry("/namespaces/%s/v0.1/servers".formatted(namespace.name()))
                .orElse("");
    }
}
