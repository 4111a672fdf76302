package dev.hyperterse.playground.e2e;

import dev.hyperterse.testbed.sql.PostgresDatabase;
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
            "client-key",
            "plugin-secret",
            "fetch-secret",
            "decision-key");

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

    /** One whose decision point fails. */
    String guarded(String decisions) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: guarded}
                spec:
                  exposure: Direct
                  auth:
                    mode: Required
                    required: [partners]
                    decision: {url: "%s", key: {secretKeyRef: {name: planted, key: decision-key}}}
                    plugins:
                      - name: partners
                        apiKey: {keys: [{principal: acme, valueFrom: {secretKeyRef: {name: planted, key: api-key}}}]}
                  adapters: [{name: demo, engine: Sqlite, url: ":memory:"}]
                  telemetry: {logLevel: Debug, audit: {arguments: Redacted}}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: decided}
                spec:
                  serverRefs: [{name: guarded}]
                  description: Is called with secrets
                  statement: {adapter: demo, text: {inline: "SELECT 1 AS one"}}
                """.formatted(decisions);
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
                    - {name: FETCHED, namespaces: {from: Same}, valueFrom: {secretKeyRef: {name: planted, key: fetch-secret}}}
                    - {name: OF_PLUGIN, valueFrom: {secretKeyRef: {name: planted, key: plugin-secret}}}
                    - {name: BROKEN_URL, valueFrom: {secretKeyRef: {name: planted, key: broken-url}}}
                  auth:
                    mode: Required
                    required: [partners, opaque, sso]
                    resource: %s
                    plugins:
                      - name: partners
                        apiKey: {keys: [{principal: acme, valueFrom: {secretKeyRef: {name: planted, key: api-key}}}]}
                      - {name: sso, jwt: {issuer: "%s"}}
                      - name: opaque
                        headers: [X-Opaque]
                        script:
                          env: [OF_PLUGIN]
                          source:
                            inline: |
                              export default ({ headers }, ctx) => {
                                const opaque = headers['x-opaque'];
                                if (opaque.startsWith('throw')) throw new Error(opaque + ctx.env.OF_PLUGIN);
                                if (opaque.startsWith('error')) ctx.error(opaque + ctx.env.OF_PLUGIN);
                                if (opaque.startsWith('print')) console.log('the plugin prints', ctx.env);
                                return { subject: 'opaque', claims: { tenant: opaque } };
                              };
                  scripts: {fetch: [{url: "http://127.0.0.1:1/", namespaces: {from: Same}}]}
                  adapters:
                    - name: db
                      engine: Postgres
                      url: %s
                      username: {value: planted}
                      password: {valueFrom: {secretKeyRef: {name: planted, key: database-password}}}
                      tls: {mode: Disable}
                    - name: refused
                      pool: {connectionTimeout: 100ms}
                      engine: Postgres
                      url: %s
                      username: {value: planted}
                      password: {valueFrom: {secretKeyRef: {name: planted, key: refused-password}}}
                      tls: {mode: Disable}
                    - name: broken
                      pool: {connectionTimeout: 100ms}
                      engine: Postgres
                      url: "{{ env.BROKEN_URL }}"
                      tls: {mode: Disable}
                    - name: keyed
                      pool: {connectionTimeout: 100ms}
                      engine: Postgres
                      url: "postgresql://127.0.0.1:1/shop"
                      tls:
                        mode: Require
                        certificate: {secretKeyRef: {name: planted, key: client.pem}}
                        key: {secretKeyRef: {name: planted, key: client.key}}
                    - name: faulty
                      pool: {connectionTimeout: 100ms}
                      engine: Sqlite
                      url: ":memory:"
                      sqlite: {initSql: {secretKeyRef: {name: planted, key: init.sql}}}
                    - name: redis
                      pool: {connectionTimeout: 100ms}
                      engine: Redis
                      url: redis://127.0.0.1:1
                      password: {valueFrom: {secretKeyRef: {name: planted, key: redis-password}}}
                    - name: mongodb
                      pool: {connectionTimeout: 100ms}
                      engine: Mongodb
                      url: mongodb://127.0.0.1:1
                      username: {value: planted}
                      password: {valueFrom: {secretKeyRef: {name: planted, key: mongodb-password}}}
                      tls: {mode: Disable}
                      mongodb:
                        database: shop
                    - name: mysql
                      pool: {connectionTimeout: 100ms}
                      engine: Mysql
                      url: mysql://127.0.0.1:1/shop
                      username: {value: planted}
                      password: {valueFrom: {secretKeyRef: {name: planted, key: mysql-password}}}
                      tls: {mode: Disable}
                    - name: limits
                      namespaces: {from: None}
                      pool: {connectionTimeout: 100ms}
                      engine: Redis
                      url: redis://127.0.0.1:1
                      password: {valueFrom: {secretKeyRef: {name: planted, key: shared-password}}}
                  sharedState: {adapter: limits}
                  limits: {rate: {perPrincipal: 100000}}
                  telemetry:
                    logLevel: Debug
                    statementComments: Trace
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
                  adapters: [{name: demo, engine: Sqlite, url: ":memory:"}]
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

    /** A prompt whose query quotes a secret. */
    static String prompt(String name) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Prompt
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  arguments: [{name: value}]
                  script:
                    source: {inline: "export default async (_, ctx) => ctx.query('quote')"}
                    queries: [{name: quote, adapter: db, text: {inline: "SELECT CAST({{ env.GRANTED }} AS int) AS n"}}]
                """.formatted(name);
    }

    /** A resource whose statement quotes a secret. */
    static String resource(String name) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Resource
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  uriTemplate: "walk://{value}"
                  statement:
                    adapter: db
                    text: {inline: "SELECT CAST({{ env.GRANTED }} AS int) AS n WHERE {{ inputs.value }} <> 'x'"}
                """.formatted(name);
    }

    static String script(String name, String source) {
        return script(name, "", source);
    }

    /** @param more of the script, with a comma behind it */
    static String script(String name, String more, String source) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  description: Is called with secrets
                  inputs: [{name: value, type: string}]
                  script: {%ssource: {inline: "%s"}}
                """.formatted(name, more, source);
    }
}
