package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.Until;
import dev.hyperterse.testbed.mcp.Load;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The password of a database changes in its Secret while tools are called. */
@OnPlayground
@ExtendWith(Postgres.class)
class SecretRotationIT {
    private static final String SERVER = "hyperterseserver/shop";
    private static final String ADAPTER = "{.status.adapters[0].";
    private static final int CALLS_BETWEEN = 300;

    /** More than there are connections: some calls always wait for one. */
    private static final int CALLERS = 12;

    @Test
    void aNewPasswordIsUsedWithoutAFailedCallAndABadOneReplacesNothing(Gateway gateway, PostgresDatabase database)
            throws Exception {
        database.execute("CREATE ROLE app LOGIN PASSWORD 'first'");
        gateway.apply(secret("first"), server(database), Shop.tool("greeting", "shop", "Greets", "one"));
        gateway.awaitReady(SERVER, "tool/greeting");
        gateway.await("jsonpath=" + ADAPTER + "state}=Connected", SERVER);
        var replicas = gateway.replicas("shop", 2);

        try (var load = Load.start(replicas, CALLERS, session -> Everywhere.version(session, "greeting"))) {
            load.awaitAnswered(CALLS_BETWEEN);
            var first = database.query("SELECT clock_timestamp()");
            database.execute("ALTER ROLE app PASSWORD 'second'");
            gateway.apply(secret("second"));
            awaitNoConnectionsBefore(first, database);

            gateway.apply(secret("wrong"));
            gateway.await(
                    "jsonpath=" + ADAPTER + "message}=the new settings do not work: authentication failed", SERVER);
            assertThat(gateway.value(SERVER, ADAPTER + "state}")).isEqualTo("Connected");
            load.awaitAnswered(load.answered() + CALLS_BETWEEN);

            var second = database.query("SELECT clock_timestamp()");
            database.execute("ALTER ROLE app PASSWORD 'third'");
            gateway.apply(secret("third"));
            awaitNoConnectionsBefore(second, database);
            Until.holds("the adapter has nothing to complain about", () -> gateway.value(SERVER, ADAPTER + "message}")
                    .isEmpty());

            Until.holds("no older password is kept", () -> valueSets(gateway) == 1);

            load.awaitAnswered(load.answered() + CALLS_BETWEEN);
            load.stop();
            assertThat(load.failures()).isEmpty();
        }
        assertThat(gateway.value(SERVER, ADAPTER + "state}")).isEqualTo("Connected");
    }

    private static long valueSets(Gateway gateway) {
        return gateway.value("secret/shop-values", "{.data}")
                .chars()
                .filter(character -> character == ':')
                .count();
    }

    /** Whoever is connected from then on has come with the password of then. */
    private static void awaitNoConnectionsBefore(String time, PostgresDatabase database) {
        Until.holds(
                "only connections with the new password are left",
                () -> database.query("SELECT count(*) FROM pg_stat_activity WHERE usename = 'app' AND backend_start < '"
                                        + time + "'")
                                .equals("0")
                        && !database.query("SELECT count(*) FROM pg_stat_activity WHERE usename = 'app'")
                                .equals("0"));
    }

    private static String secret(String password) {
        return """
                apiVersion: v1
                kind: Secret
                metadata:
                  name: db
                data:
                  password: %s
                """.formatted(Base64.getEncoder().encodeToString(password.getBytes()));
    }

    private static String server(PostgresDatabase database) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata:
                  name: shop
                spec:
                  auth: {mode: Anonymous}
                  adapters:
                    - name: db
                      pool: {maxSize: 2}
                      engine: Postgres
                      url: %s
                      username: {value: app}
                      password: {valueFrom: {secretKeyRef: {name: db, key: password}}}
                      tls: {mode: Disable}
                  workload:
                    replicas: 2
                """.formatted(database.url());
    }
}
