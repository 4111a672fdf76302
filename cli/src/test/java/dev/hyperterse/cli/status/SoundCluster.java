package dev.hyperterse.cli.status;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The objects of a cluster where all is well: an operator, a server with a replica, a tool, and what both refer to. */
public final class SoundCluster {
    static final String OPERATOR = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: hyperterse-operator
              namespace: hyperterse-system
              labels: {app.kubernetes.io/version: 99.0.0}
            status: {readyReplicas: 1}
            ---
            apiVersion: coordination.k8s.io/v1
            kind: Lease
            metadata: {name: hyperterse-operator, namespace: hyperterse-system}
            spec: {holderIdentity: one, renewTime: "RENEWED"}
            ---
            """;
    static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop, namespace: shop, generation: 2}
            spec:
              auth: {mode: Anonymous}
              env: [{name: HOST, valueFrom: {secretKeyRef: {name: db, key: host}}}]
            status:
              observedGeneration: 2
              conditions:
                - {type: Ready, status: "True", reason: Available, message: replicas are ready, lastTransitionTime: "2026-01-01T00:00:00Z"}
                - {type: Audited, status: "False", reason: Pending, message: of another writer, lastTransitionTime: "2026-01-01T00:00:00Z"}
              url: http://shop.shop.svc/mcp
              replicas: 1
              readyReplicas: 1
              convergedReplicas: 1
              revision: {epoch: a, sequence: 7, sha256: b}
              attached: {tools: 1, prompts: 0, resources: 0}
              adapters: [{name: db, state: Connected}]
            ---
            """;
    static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: shop-1, namespace: shop, labels: {hyperterse.dev/server: shop}}
            status:
              phase: Running
              conditions: [{type: Ready, status: "True"}]
            ---
            """;
    static final String TOOL = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: list-orders, namespace: shop, generation: 3}
            spec:
              serverRefs: [{name: shop}]
              statement: {adapter: db, text: {configMapKeyRef: {name: texts, key: sql}}}
            status:
              observedGeneration: 3
              serving: 1/1
              conditions:
                - {type: Ready, status: "True", reason: Serving, message: every replica serves it, lastTransitionTime: "2026-01-01T00:00:00Z"}
              servers:
                - namespace: shop
                  name: shop
                  toolName: list-orders
                  servedGeneration: 3
                  conditions:
                    - {type: Accepted, status: "True", reason: Sound, message: nothing is wrong, lastTransitionTime: "2026-01-01T00:00:00Z"}
            ---
            """;
    static final String READ = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: texts, namespace: shop, labels: {hyperterse.dev/readable: "true"}}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: db, namespace: shop}
            ---
            """;
    public static final String ALL = OPERATOR + SERVER + POD + TOOL + READ;

    private SoundCluster() {}

    /** The Lease is renewed. */
    public static String renewed(String yaml) {
        // As the API server writes times with fractions.
        var ahead = Instant.now().plus(Duration.ofMinutes(1)).truncatedTo(ChronoUnit.SECONDS);
        return yaml.replace("RENEWED", ahead.toString().replace("Z", ".000000Z"));
    }
}
