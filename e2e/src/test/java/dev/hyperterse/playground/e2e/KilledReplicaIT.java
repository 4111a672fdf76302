package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.Until;
import dev.hyperterse.playground.node.RunningPod;
import java.util.Comparator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A replica that ends without a word, as by {@code kill -9} or a lost node, under clients that call the Service. */
@OnPlayground
class KilledReplicaIT {
    private static final int ROWS = 300;
    private static final int KILLS = 3;
    private static final int CLIENTS = 8;
    private static final int CALLS_BETWEEN = 50;

    @AutoClose
    private ImpatientClients clients;

    @Test
    void everyCallThatAKilledReplicaFailsEndsSoonAndCanBeRepeated(Gateway gateway) throws Exception {
        gateway.apply(Shop.server("shop", 2), manyRows());
        gateway.awaitReady("hyperterseserver/shop", "tool/many-rows");
        gateway.replicas("shop", 2);
        clients = ImpatientClients.start(gateway.url("shop"), CLIENTS, "many-rows", ROWS);
        for (var kill = 0; kill < KILLS; kill++) {
            clients.awaitAnswered(CALLS_BETWEEN);
            var victim = gateway.pods("shop").stream()
                    .min(Comparator.comparing(RunningPod::restarts))
                    .orElseThrow();
            gateway.playground()
                    .process(victim.namespace(), victim.name())
                    .orElseThrow()
                    .kill();
            Until.holds("the replica is back", () -> gateway.readyPods("shop").stream()
                    .anyMatch(pod -> pod.uid().equals(victim.uid()) && pod.restarts() > victim.restarts()));
        }
        clients.awaitAnswered(CALLS_BETWEEN);
        clients.stop();
        assertThat(clients.wrong()).as(clients.figures()).isEmpty();
    }

    /** Some 150 KB: an answer can be cut off in its middle. */
    private static String manyRows() {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata:
                  name: many-rows
                spec:
                  serverRefs: [{name: shop}]
                  description: Many rows
                  result: {maxRows: %1$d, maxTokens: 100000}
                  statement:
                    adapter: db
                    text:
                      inline: |
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %1$d)
                        SELECT i, printf('%%0500d', i) AS filler FROM n
                """.formatted(ROWS);
    }
}
