package dev.hyperterse.playground.e2e;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** As many tools as a bench asks for, all of one server, each a few hundred bytes with inputs and a statement. */
final class Fleet {
    private static final int AT_ONCE = 16;
    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager("bench")
            .withForce(true)
            .build();

    private final KubernetesClient client;
    private final String namespace;
    private final String server;

    Fleet(Gateway gateway, String server) {
        this.client = gateway.playground().client();
        this.namespace = gateway.namespace();
        this.server = server;
    }

    static String name(int number) {
        return "tool-" + number;
    }

    /** Creates those that do not exist yet, several at once. */
    void create(int from, int to) throws InterruptedException {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var created = IntStream.range(from, to)
                    .<Future<?>>mapToObj(number -> threads.submit(
                            () -> client.resource(tool(number, 0)).create()))
                    .toList();
            for (var one : created) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a tool could not be created", failed);
        }
    }

    /** Returns with the answer of the API server. */
    void change(int number, int version) {
        client.resource(tool(number, version)).patch(APPLY);
    }

    private GenericKubernetesResource tool(int number, int version) {
        var spec = Map.of(
                "serverRefs",
                List.of(Map.of("name", server)),
                "title",
                "Tool " + number,
                "description",
                "Orders of one customer of kind %d, newest first, version %d".formatted(number, version),
                "inputs",
                List.of(
                        Map.of("name", "customer", "type", "string", "description", "Name of the customer"),
                        Map.of("name", "status", "type", "string", "enum", List.of("open", "paid"), "default", "open"),
                        Map.of("name", "since", "type", "datetime", "optional", true)),
                "statement",
                Map.of(
                        "adapter",
                        "db",
                        "text",
                        Map.of(
                                "inline",
                                "SELECT id, %d AS kind FROM orders WHERE customer = {{ inputs.customer }} AND status = {{ inputs.status }}"
                                        .formatted(number))));
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("hyperterse.dev/v1alpha1")
                .withKind("Tool")
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name(number))
                .endMetadata()
                .addToAdditionalProperties("spec", spec)
                .build();
    }
}
