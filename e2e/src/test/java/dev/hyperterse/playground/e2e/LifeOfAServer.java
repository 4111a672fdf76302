package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Until;

/** A server that comes, has everything that a server can have, loses it again and goes. */
final class LifeOfAServer {
    private static final String SERVER = "hyperterseserver/shop";

    private final Gateway gateway;
    private final String attachments;

    /** @param attachments the grant for definitions of other namespaces, as YAML */
    LifeOfAServer(Gateway gateway, String attachments) {
        this.gateway = gateway;
        this.attachments = attachments;
    }

    void hasEverything() {
        gateway.apply(secret("first"), documents(), server("eu", EVERYTHING), definitions());
        gateway.awaitReady(SERVER, "tool/greeting", "prompt/greet", "resources.hyperterse.dev/hours");
        gateway.apply(secret("second"));
        gateway.awaitConverged("shop");
    }

    /** By one and then the other, each in the place of the one before. */
    void isExposed() {
        gateway.apply(server("eu", EVERYTHING + expose("httpRoute: {parentRefs: [{name: edge}]}")));
        gateway.await("create", "httproute/shop");
        gateway.apply(server("eu", EVERYTHING + expose("ingress: {className: edge}")));
        gateway.await("create", "ingress/shop");
        gateway.await("delete", "httproute/shop");
    }

    void losesIt() {
        gateway.kubectl("create", "serviceaccount", "given");
        gateway.apply(server("us", "    serviceAccountName: given\n"));
        Until.holds("what is not asked for any more is gone", () -> gateway.kubectl(
                        "get",
                        "horizontalpodautoscalers,poddisruptionbudgets,networkpolicies,serviceaccounts,ingresses",
                        "-l",
                        "hyperterse.dev/server=shop",
                        "-o",
                        "name")
                .isEmpty());
        gateway.awaitReady(SERVER);
    }

    void goes() {
        gateway.delete(SERVER);
        gateway.awaitReason("ServerNotFound", "tool/greeting");
    }

    private static final String EVERYTHING = """
                autoscaling: {minReplicas: 1, maxReplicas: 2}
                podDisruptionBudget: {minAvailable: 1}
                networkPolicy: {from: [{podSelector: {}}]}
            """;

    private static String expose(String by) {
        return "    expose: {host: shop.example.com, %s}\n".formatted(by);
    }

    private String server(String region, String workload) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata:
                  name: shop
                spec:
                  auth:
                    mode: Required
                    required: [partners]
                    plugins:
                      - name: partners
                        apiKey: {keys: [{principal: acme, valueFrom: {secretKeyRef: {name: values, key: acme}}}]}
                  env:
                    - {name: REGION, value: %s}
                    - {name: KEY, valueFrom: {secretKeyRef: {name: values, key: key}}}
                  attachments:
                    toolNames: Plain
                    namespaces: %s
                  adapters:
                    - {name: db, namespaces: {from: All}, engine: Sqlite, url: ":memory:"}
                  workload:
                    resources: {requests: {cpu: 50m, memory: 192Mi}, limits: {memory: 384Mi}}
                %s""".formatted(region, attachments, workload);
    }

    private static String secret(String value) {
        return """
                apiVersion: v1
                kind: Secret
                metadata: {name: values}
                stringData: {key: %s, acme: acme-0123456789abcdef}
                """.formatted(value);
    }

    private static String documents() {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: documents
                  labels: {hyperterse.dev/readable: "true"}
                data:
                  hours.md: Monday to Friday
                """;
    }

    private static String definitions() {
        return String.join("\n---\n", Shop.tool("greeting", "shop", "Greets", "hello"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Prompt
                metadata: {name: greet}
                spec:
                  serverRefs: [{name: shop}]
                  messages: [{role: user, content: {text: {inline: Hello}}}]
                """, """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Resource
                metadata: {name: hours}
                spec:
                  serverRefs: [{name: shop}]
                  uri: shop://hours
                  configMapKeyRef: {name: documents, key: hours.md}
                """);
    }
}
