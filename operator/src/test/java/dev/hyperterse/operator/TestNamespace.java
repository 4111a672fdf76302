package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A new namespace on a real API server that knows the product's kinds, worked on as people do: by kubectl. */
public final class TestNamespace {
    /** Where operators are installed. */
    public static final String SYSTEM = "hyperterse-system";

    private final Kubectl kubectl;
    private final String name;

    private TestNamespace(Kubectl kubectl, String name) {
        this.kubectl = kubectl;
        this.name = name;
    }

    public static TestNamespace create(ControlPlane controlPlane, String prefix) {
        var name = prefix + "-" + UUID.randomUUID().toString().substring(0, 8);
        var created = new TestNamespace(controlPlane.kubectl(), name);
        created.anywhere("create", "namespace", name);
        // Kinds of a test before are there already: to apply them again would change nothing.
        if (!created.attempt("get", "tools").succeeded()) {
            created.anywhere("apply", "--server-side", "-f", "../crds/manifests");
            created.anywhere("wait", "--for=condition=Established", "--timeout=120s", "-f", "../crds/manifests");
        }
        return created;
    }

    /** One that an installed operator may work in, with the rights of the installation and no others. */
    public static TestNamespace openToTheOperator(ControlPlane controlPlane, String prefix) {
        var created = create(controlPlane, prefix);
        created.anywhere("apply", "-f", "../install/namespace.yaml");
        created.anywhere("apply", "-f", "../install/hyperterse.yaml", "-l", "app.kubernetes.io/component=access");
        created.kubectl("apply", "-f", "../install/gateway-namespace.yaml");
        return created;
    }

    public String name() {
        return name;
    }

    /** Of the ServiceAccount that the installation makes. */
    public String operatorToken() {
        return anywhere("-n", SYSTEM, "create", "token", "hyperterse-operator").strip();
    }

    /** In this namespace; fails the test when it fails, and returns what it printed. */
    public String kubectl(String... arguments) {
        return succeeded(attempt(arguments));
    }

    /** In this namespace, whatever comes of it. */
    public Kubectl.Result attempt(String... arguments) {
        var all = new ArrayList<>(List.of("-n", name));
        all.addAll(List.of(arguments));
        return kubectl.run(all.toArray(String[]::new));
    }

    /** In no namespace, or in the one that the arguments name. */
    public String anywhere(String... arguments) {
        return succeeded(kubectl.run(arguments));
    }

    public void apply(String... manifests) {
        succeeded(kubectl.runWithInput(String.join("\n---\n", manifests), "-n", name, "apply", "-f", "-"));
    }

    /** @param path a JSONPath in braces */
    public String get(String object, String path) {
        return kubectl("get", object, "-o", "jsonpath=" + path);
    }

    /** As {@code kubectl wait --for}; what there is instead is told by the failure. */
    public void waitFor(int seconds, String what, String... objects) {
        for (var object : objects) {
            var result = attempt("wait", "--for=" + what, "--timeout=" + seconds + "s", object);
            assertThat(result.succeeded())
                    .as(result.errors() + attempt("get", object, "-o", "yaml").output())
                    .isTrue();
        }
    }

    private static String succeeded(Kubectl.Result result) {
        assertThat(result.succeeded()).as(result.errors()).isTrue();
        return result.output();
    }
}
