package dev.hyperterse.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A fault that is written into {@link SoundCluster}, and what has to be said of it.
 *
 * @param exit 1 where something is not served, 0 where it only is to be known
 */
record SeededFault(String name, int exit, UnaryOperator<String> seed, List<String> said) {
    @Override
    public String toString() {
        return name;
    }

    private static SeededFault blocks(String name, String cause, String cure, UnaryOperator<String> seed) {
        return new SeededFault(name, 1, seed, List.of(cause, "fix: " + cure));
    }

    private static SeededFault note(String name, String cause, String cure, UnaryOperator<String> seed) {
        return new SeededFault(name, 0, seed, List.of("note: " + cause, cure));
    }

    private static UnaryOperator<String> with(String before, String after) {
        return all -> {
            assertThat(all).contains(before);
            return all.replace(before, after);
        };
    }

    /** The tool's own condition and that of its server do not hold. */
    private static UnaryOperator<String> refused(String reason, String message) {
        var condition = "status: \"False\", reason: " + reason + ", message: \"" + message + "\"";
        return all -> all.replace("status: \"True\", reason: Serving, message: every replica serves it", condition)
                .replace("status: \"True\", reason: Sound, message: nothing is wrong", condition)
                .replace("serving: 1/1", "serving: 0/1");
    }

    private static UnaryOperator<String> podWaits(String state) {
        return all -> all.replace(
                "  conditions: [{type: Ready, status: \"True\"}]\n",
                "  conditions: [{type: Ready, status: \"False\"}]\n  containerStatuses: [{name: runtime, image: registry.example/runtime:9, restartCount: 4, "
                        + state + "}]\n");
    }

    private static UnaryOperator<String> foreign(String grant) {
        return all -> refused("ServerNotFound", "spec.serverRefs: not found; create it [server-exists]")
                        .apply(all)
                        .replace("serverRefs: [{name: shop}]", "serverRefs: [{name: gate, namespace: gates}]")
                        .replace(
                                "    - namespace: shop\n      name: shop\n",
                                "    - namespace: gates\n      name: gate\n")
                + """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: gate, namespace: gates}
                spec: {%s}
                """.formatted(grant);
    }

    static Stream<SeededFault> all() {
        return Stream.of(
                blocks(
                        "no operator",
                        "no operator is installed in namespace hyperterse-system",
                        "install it with its chart",
                        all -> all.replace(SoundCluster.OPERATOR, "")),
                blocks(
                        "operator is gone",
                        "no operator is running since 2026-01-01T00:00:00Z",
                        "kubectl -n hyperterse-system get pods,lease",
                        with("RENEWED", "2026-01-01T00:00:00.000000Z")),
                blocks(
                        "no leader",
                        "no operator is running: edits have no effect",
                        "kubectl -n hyperterse-system get pods,lease",
                        with("holderIdentity: one", "holderIdentity: \"\"")),
                blocks(
                        "operator is stopped",
                        "no operator is running, its Deployment has no ready replica",
                        "kubectl -n hyperterse-system get pods,lease",
                        with("status: {readyReplicas: 1}", "status: {}")),
                note(
                        "older operator",
                        "the operator is of version 0.0.9",
                        "upgrade the operator",
                        with("99.0.0", "0.0.9")),
                blocks(
                        "tool was never seen",
                        "it has no status: no operator has evaluated it",
                        "wait half a minute",
                        all -> all.replace(SoundCluster.TOOL, SoundCluster.TOOL.split("status:\n")[0] + "---\n")),
                blocks(
                        "tool was edited",
                        "its status is old: it speaks of generation 3, and the object is at 4",
                        "wait some seconds",
                        with("generation: 3}", "generation: 4}")),
                blocks(
                        "server was edited",
                        "its status is old: it speaks of generation 2, and the object is at 9",
                        "wait some seconds",
                        with("generation: 2}", "generation: 9}")),
                blocks(
                        "statement",
                        "InvalidStatement: spec.statement.text at 1:8: {{ inputs.idd }} is no input",
                        "did you mean 'id'?",
                        refused(
                                "InvalidStatement",
                                "spec.statement.text at 1:8: {{ inputs.idd }} is no input; did you mean 'id'? [placeholder-is-input]")),
                blocks(
                        "placeholder with a filter",
                        "InvalidStatement: spec.statement.text: '{{ inputs.id | jsn }}' has no such filter",
                        "did you mean json?",
                        refused(
                                "InvalidStatement",
                                "spec.statement.text: '{{ inputs.id | jsn }}' has no such filter; did you mean json? [filter-exists] | spec.inputs[0]: faulty; change it [input] | and 2 more")),
                blocks(
                        "name taken",
                        "NameConflict: spec.name: 'list-orders' is taken",
                        "Another definition has the name or URI",
                        refused("NameConflict", "spec.name: 'list-orders' is taken [name-is-free]")),
                blocks(
                        "server misspelt",
                        "there is no HyperterseServer shpo in namespace shop; did you mean shop?",
                        "fix spec.serverRefs",
                        all -> refused("ServerNotFound", "spec.serverRefs: not found; create it [server-exists]")
                                .apply(all)
                                .replace("      name: shop\n", "      name: shpo\n")),
                blocks(
                        "foreign server",
                        "HyperterseServer gates/gate exists, and does not admit namespace shop: it admits only its own",
                        "its owner can admit it: spec.attachments.namespaces: {from: Names, names: [gates, shop]}, with toolNames and auth.mode: Required",
                        foreign("")),
                blocks(
                        "foreign server names others",
                        "does not admit namespace shop: it admits a, b",
                        "its owner can admit it: spec.attachments.namespaces: {from: Names, names: [a, b, shop]}",
                        foreign("attachments: {toolNames: Plain, namespaces: {from: Names, names: [a, b]}}")),
                blocks(
                        "foreign server admits it by now",
                        "HyperterseServer gates/gate exists and admits namespace shop, so this status is from before that",
                        "wait half a minute",
                        foreign("attachments: {toolNames: Plain, namespaces: {from: All}}")),
                blocks(
                        "namespace without what an expression asks",
                        "it admits those labelled team=orders as its matchExpressions say",
                        "label the namespace as spec.attachments.namespaces.selector of the server asks",
                        foreign(
                                "attachments: {toolNames: Plain, namespaces: {from: Selector, selector: {matchLabels: {team: orders}, matchExpressions: [{key: tier, operator: Exists}]}}}")),
                blocks(
                        "own server came later",
                        "HyperterseServer shop/shop exists and admits namespace shop",
                        "wait half a minute",
                        refused("ServerNotFound", "spec.serverRefs: not found; create it [server-exists]")),
                blocks(
                        "namespace without label",
                        "does not admit namespace shop: it admits those labelled team=orders",
                        "label the namespace: kubectl label namespace shop team=orders",
                        foreign(
                                "attachments: {toolNames: Plain, namespaces: {from: Selector, selector: {matchLabels: {team: orders}}}}")),
                blocks(
                        "image",
                        "pod shop-1 cannot get its image registry.example/runtime:9: not found",
                        "The image does not exist",
                        podWaits("state: {waiting: {reason: ImagePullBackOff, message: not found}}")),
                blocks(
                        "crash",
                        "pod shop-1 crashes: it ended 4 times, last OOMKilled with exit code 137",
                        "A replica ends repeatedly. After OOMKilled, raise its memory. kubectl -n shop logs shop-1 --previous",
                        podWaits(
                                "state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {reason: OOMKilled, exitCode: 137}}")),
                blocks(
                        "init container",
                        "pod shop-1 crashes: it ended 4 times, last Error with exit code 1",
                        "A replica ends repeatedly. After OOMKilled, raise its memory. kubectl -n shop logs shop-1 --previous",
                        podWaits(
                                "state: {waiting: {reason: PodInitializing}}}]\n  initContainerStatuses: [{name: mesh, restartCount: 4, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {reason: Error, exitCode: 1}}")),
                blocks(
                        "container",
                        "pod shop-1 waits, CreateContainerConfigError: secret db not found",
                        "The container cannot be started.",
                        podWaits(
                                "state: {waiting: {reason: CreateContainerConfigError, message: secret db not found}}")),
                blocks(
                        "pod begins",
                        "pod shop-1 is starting",
                        "wait some seconds; if it stays so: kubectl -n shop describe pod shop-1",
                        podWaits("state: {waiting: {reason: ContainerCreating}}")),
                blocks(
                        "pending",
                        "pod shop-1 is pending: 0/3 nodes are available",
                        "No node takes a pod.",
                        with(
                                "conditions: [{type: Ready, status: \"True\"}]",
                                "conditions: [{type: PodScheduled, status: \"False\", message: 0/3 nodes are available}]")),
                blocks(
                        "pod is not ready",
                        "pod shop-1 is not ready: it is in the phase Running",
                        "kubectl -n shop logs shop-1",
                        with(
                                "conditions: [{type: Ready, status: \"True\"}]",
                                "conditions: [{type: Ready, status: \"False\"}]")),
                blocks(
                        "server is refused",
                        "PodsRefused: exceeded quota",
                        "An admission policy or quota refuses them.",
                        with(
                                "status: \"True\", reason: Available, message: replicas are ready",
                                "status: \"False\", reason: PodsRefused, message: exceeded quota")),
                note(
                        "nothing attached",
                        "it serves no tool, prompt or resource",
                        "spec.serverRefs: [{name: shop}]",
                        with("attached: {tools: 1", "attached: {tools: 0")),
                blocks(
                        "ConfigMap is not there",
                        "ConfigMap shop/texts does not exist",
                        "create it in namespace shop, or fix the reference",
                        all -> refused(
                                        "ConfigMapNotFound",
                                        "spec.statement: ConfigMap shop/texts does not exist or is not labelled; create it [reference-is-readable]")
                                .apply(all)
                                .replace(SoundCluster.READ, "")),
                blocks(
                        "ConfigMap has no label",
                        "ConfigMap shop/texts is not labelled hyperterse.dev/readable=true",
                        "kubectl -n shop label configmap texts hyperterse.dev/readable=true",
                        all -> refused(
                                        "ConfigMapNotFound",
                                        "spec.statement: ConfigMap shop/texts does not exist or is not labelled; create it [reference-is-readable]")
                                .apply(all)
                                .replace(", labels: {hyperterse.dev/readable: \"true\"}", "")),
                blocks(
                        "ConfigMap has no labels at all",
                        "ConfigMap shop/texts is not labelled hyperterse.dev/readable=true",
                        "kubectl -n shop label configmap texts hyperterse.dev/readable=true",
                        all -> refused(
                                        "ConfigMapNotFound",
                                        "spec.statement: missing; create it [reference-is-readable]")
                                .apply(all)
                                .replace(", labels: {hyperterse.dev/readable: \"true\"}", "")
                                .replace(
                                        "metadata: {name: texts, namespace: shop}",
                                        "metadata: {name: texts, namespace: shop, annotations: {}}")),
                blocks(
                        "Secret is not there",
                        "Secret shop/db does not exist",
                        "create it in namespace shop, or fix the reference",
                        all -> all.replace(
                                        "status: \"True\", reason: Available, message: replicas are ready",
                                        "status: \"False\", reason: SecretNotFound, message: missing")
                                .replace("kind: Secret", "kind: Nothing")),
                blocks(
                        "database",
                        "adapter db is Unavailable: connection refused",
                        "check its address, DNS, egress policies",
                        with("state: Connected}", "state: Unavailable, message: connection refused}")),
                note(
                        "last good version",
                        "LastGoodVersion: generation 2 is served",
                        "servedGeneration is served, the newest is faulty.",
                        with(
                                "reason: Sound, message: nothing is wrong",
                                "reason: LastGoodVersion, message: generation 2 is served")),
                note(
                        "database refuses the statement",
                        "StatementUnverified: no such column",
                        "so calls fail",
                        with(
                                "{type: Accepted, status: \"True\", reason: Sound, message: nothing is wrong",
                                "{type: StatementUnverified, status: \"True\", reason: StatementUnverified, message: no such column")),
                note(
                        "suspended",
                        "Suspended: spec.suspend is true",
                        "",
                        with(
                                "status: \"True\", reason: Sound, message: nothing is wrong",
                                "status: \"False\", reason: Suspended, message: spec.suspend is true")),
                blocks(
                        "definition of others",
                        "Tool team/theirs is not served as written: InvalidInputs",
                        "hyperterse status tool/theirs -n team",
                        with(
                                "  adapters:",
                                "  rejected: {count: 1, samples: [{kind: Tool, namespace: team, name: theirs, reason: InvalidInputs}]}\n  adapters:")));
    }
}
