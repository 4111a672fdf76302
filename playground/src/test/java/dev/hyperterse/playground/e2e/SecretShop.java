package dev.hyperterse.playground.e2e;

import dev.hyperterse.testbed.PostgresDatabase;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A server that is full of secrets, and of settings that fail with one in hand. Each run plants others. */
final class SecretShop {
    static final String DATABASE_PASSWORD = "database-password";
    static final String API_KEY = "api-key";
    private static final List<String> ENTRIES = List.of(
            DATABASE_PASSWORD,
            API_KEY,
            "refused-password",
            "redis-password",
            "shared-password",
            "mongodb-password",
            "mysql-password",
            "granted",
            "url-password",
            "initial-sql",
            "client-key");

    private final Map<String, String> secrets = new TreeMap<>();

    SecretShop() {
        ENTRIES.forEach(entry -> secrets.put(entry, planted()));
        secrets.put("short-key", planted().substring(0, 15));
    }

    /** Long enough never to come about by chance. */
    static String planted() {
        return "pl4nted" + UUID.randomUUID().toString().replace("-", "");
    }

    String text(String entry) {
        return secrets.get(entry);
    }

    List<PlantedSecret> all() {
        return secrets.entrySet().stream()
                .map(entry -> PlantedSecret.of(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** The Secret that the manifests refer to. */
    String secret() {
        var data = new StringBuilder();
        var entries = new TreeMap<>(secrets);
        entries.put("broken-url", "postgresql://app:" + text("url-password") + "@[broken/shop");
        entries.put("init.sql", "CREATE TABLE a(b); INSERT INTO a VALUES ('x' '" + text("initial-sql") + "');");
        entries.put(
                "client.pem", "-----BEGIN CERTIFICATE-----\n" + text("client-key") + "\n-----END CERTIFICATE-----\n");
        entries.put(
                "client.key", "-----BEGIN PRIVATE KEY-----\n" + text("client-key") + "\n-----END PRIVATE KEY-----\n");
        entries.forEach((name, value) -> data.append("  ")
                .append(name)
                .append(": ")
                .append(Base64.getEncoder().encodeToString(value.getBytes()))
                .append('\n'));
        return """
                apiVersion: v1
                kind: Secret
                metadata: {name: planted}
                data:
                %s""".formatted(data);
    }

    String server(PostgresDatabase database, String issuer, String collector) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  exposure: SearchAndDirect
                  env:
                    - {name: GRANTED, namespaces: {from: Same}, valueFrom: {secretKeyRef: {name: planted, key: granted}}}
                    - {name: BROKEN_URL, valueFrom: {secretKeyRef: {name: planted, key: broken-url}}}
                  auth:
                    mode: Required
                    required: [partners, sso]
                    resource: %s
                    plugins:
                      - name: partners
                        apiKey: {keys: [{principal: acme, valueFrom: {secretKeyRef: {name: planted, key: api-key}}}]}
                      - {name: sso, jwt: {issuer: "%s"}}
                  adapters:
                    - name: db
                      postgres:
                        url: %s
                        username: {value: planted}
                        password: {valueFrom: {secretKeyRef: {name: planted, key: database-password}}}
                        tls: {mode: Disable}
                    - name: refused
                      pool: {connectionTimeout: 100ms}
                      postgres:
                        url: %s
                        username: {value: planted}
                        password: {valueFrom: {secretKeyRef: {name: planted, key: refused-password}}}
                        tls: {mode: Disable}
                    - name: broken
                      pool: {connectionTimeout: 100ms}
                      postgres: {url: "{{ env.BROKEN_URL }}", tls: {mode: Disable}}
                    - name: keyed
                      pool: {connectionTimeout: 100ms}
                      postgres:
                        url: "postgresql://127.0.0.1:1/shop"
                        tls:
                          mode: Require
                          certificate: {secretKeyRef: {name: planted, key: client.pem}}
                          key: {secretKeyRef: {name: planted, key: client.key}}
                    - name: faulty
                      pool: {connectionTimeout: 100ms}
                      sqlite: {url: ":memory:", initSql: {secretKeyRef: {name: planted, key: init.sql}}}
                    - name: redis
                      pool: {connectionTimeout: 100ms}
                      redis:
                        url: redis://127.0.0.1:1
                        password: {valueFrom: {secretKeyRef: {name: planted, key: redis-password}}}
                    - name: mongodb
                      pool: {connectionTimeout: 100ms}
                      mongodb:
                        url: mongodb://127.0.0.1:1
                        database: shop
                        username: {value: planted}
                        password: {valueFrom: {secretKeyRef: {name: planted, key: mongodb-password}}}
                        tls: {mode: Disable}
                    - name: mysql
                      pool: {connectionTimeout: 100ms}
                      mysql:
                        url: mysql://127.0.0.1:1/shop
                        username: {value: planted}
                        password: {valueFrom: {secretKeyRef: {name: planted, key: mysql-password}}}
                        tls: {mode: Disable}
                  sharedState:
                    redis:
                      url: redis://127.0.0.1:1
                      password: {valueFrom: {secretKeyRef: {name: planted, key: shared-password}}}
                  limits: {rate: {perPrincipal: 100000}}
                  telemetry:
                    logLevel: Debug
                    audit: {arguments: Redacted}
                    otlp: {endpoint: "%s", protocol: HttpProtobuf, samplingRatio: "1", signals: [Metrics, Audit]}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: short}
                spec:
                  auth:
                    mode: Required
                    required: [partners]
                    plugins:
                      - name: partners
                        apiKey: {keys: [{principal: acme, valueFrom: {secretKeyRef: {name: planted, key: short-key}}}]}
                  adapters: [{name: demo, sqlite: {url: ":memory:"}}]
                  workload: {replicas: 0}
                """.formatted(TestIssuer.RESOURCE, issuer, database.url(), database.url(), collector);
    }

    static String statement(String name, String adapter, String text, String more) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  description: Is called with secrets
                  statement:
                    adapter: %s
                    text: {inline: "%s"}
                %s""".formatted(name, adapter, text, more);
    }

    static String script(String name, String source) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  description: Is called with secrets
                  inputs: [{name: value, type: string}]
                  script: {source: {inline: "%s"}}
                """.formatted(name, source);
    }
}
