package dev.hyperterse.operator.read.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.read.FollowedCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InformerSubscriptionTest {
    @AutoClose
    private final MockApiServer apiServer = new MockApiServer();

    /** Informers pass events on in a thread of their own, which may be behind the list. */
    @Test
    void startCompletesAfterTheEventsOfExistingObjects() throws Exception {
        var mayPass = new CountDownLatch(1);
        var passed = new CountDownLatch(1);
        try (var client = apiServer.connect();
                var informer = client.resources(ConfigMap.class)
                        .inNamespace("shop")
                        .withLimit(InformerSubscription.PAGE)
                        .runnableInformer(0)) {
            client.resource(FollowedCluster.configMap("first")).create();
            var ready = InformerSubscription.start(
                    informer,
                    UnaryOperator.identity(),
                    _ -> {
                        await(mayPass);
                        passed.countDown();
                    },
                    () -> {});
            // Started already; this is when it has listed and opened its watch.
            informer.start().toCompletableFuture().get(1, TimeUnit.MINUTES);
            assertThat(ready).isNotDone();

            mayPass.countDown();
            ready.get(1, TimeUnit.MINUTES);

            assertThat(passed.getCount()).isZero();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
