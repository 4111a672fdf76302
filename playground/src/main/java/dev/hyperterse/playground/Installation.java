package dev.hyperterse.playground;

import dev.hyperterse.controlplane.Kubectl;

/** Does with kubectl what a user does: apply, scale, wait. */
record Installation(Kubectl kubectl) {
    private static final String LIMIT = "--timeout=180s";

    void apply(String manifest) {
        succeeded(kubectl.runWithInput(manifest, "apply", "--server-side", "-f", "-"));
        var established = kubectl.run("wait", "--for=condition=Established", "crd", "--all", LIMIT);
        // A CRD can be so new that it has no list of conditions yet, which kubectl does not wait for but fails on.
        while (!established.succeeded() && established.errors().contains("accessor error")) {
            established = kubectl.run("wait", "--for=condition=Established", "crd", "--all", LIMIT);
        }
        succeeded(established);
    }

    void openGateway(String namespace) {
        var name = "--namespace=" + namespace;
        succeeded(kubectl.runWithInput(Product.gatewayNamespace(), "apply", "--server-side", name, "-f", "-"));
    }

    void runOperators(int replicas) {
        var deployment = "deployment/" + Product.OPERATOR;
        var namespace = "--namespace=" + Product.NAMESPACE;
        succeeded(kubectl.run("scale", deployment, namespace, "--replicas=" + replicas));
        succeeded(kubectl.run("rollout", "status", deployment, namespace, LIMIT));
    }

    private static void succeeded(Kubectl.Result result) {
        if (!result.succeeded()) {
            throw new PlaygroundException("kubectl said: " + result.errors().strip());
        }
    }
}
